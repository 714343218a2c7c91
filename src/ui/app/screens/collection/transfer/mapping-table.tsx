// The first rows of a file, and above each column its role.
import { useState } from "preact/hooks";
import { LARGEST_ID, parseId } from "../../../api/ids.ts";
import { Options, SelectField, TextField } from "../../../kit/inputs.tsx";
import { Notice } from "../../../kit/notice.tsx";
import { Scroll } from "../../../kit/scroll.tsx";
import { Table } from "../../../kit/table.tsx";
import { cellText } from "../points/filter/cells.ts";
import { hasIds, type Mapping, type Role, type Sizes, toPoint } from "./mapping.ts";
import type { Row } from "./rows.ts";

interface Props {
  readonly rows: readonly Row[];
  readonly mapping: Mapping;
  readonly sizes: Sizes;
  /** The default first id if ids are generated. */
  readonly free: bigint | null;
  onChange(mapping: Mapping): void;
}

const PAYLOAD_ROLES = {
  auto: "Payload: auto-detect",
  text: "Payload: text",
  number: "Payload: number",
  bool: "Payload: yes or no",
  json: "Payload: JSON",
  payload: "The whole payload",
  skip: "Leave out",
};

export function MappingTable({ rows, mapping, sizes, free, onChange }: Props) {
  const columns = Object.keys(mapping.roles);
  const set = (column: string, role: Role): void =>
    onChange({ ...mapping, roles: { ...mapping.roles, [column]: role } });
  const problem = firstProblem(rows, mapping, sizes);
  return (
    <>
      <Scroll class="transfer-preview" label="First rows">
        <Table
          rows={rows}
          columns={columns.map((column) => ({
            head: (
              <>
                <code>{column}</code>
                <RoleSelect column={column} role={mapping.roles[column]!} sizes={sizes} onChange={set} />
              </>
            ),
            cell: ({ values }: Row) => (
              <div>{values[column] === undefined ? "" : cellText(values[column])}</div>
            ),
          }))}
        />
      </Scroll>
      {!hasIds(mapping.roles) && <NewIds {...{ mapping, free, onChange }} />}
      {problem && <Notice kind="warning">{problem}</Notice>}
    </>
  );
}

function NewIds({ mapping, free, onChange }: Pick<Props, "mapping" | "free" | "onChange">) {
  const { start } = mapping;
  const change = (start: Mapping["start"]): void => onChange({ ...mapping, start });
  return (
    <div class="row">
      <SelectField
        label="New ids"
        hint={start === "uuid" && "No column has ids: each row gets a UUID"}
        choices={{ count: "Counted", uuid: "UUIDs" }}
        value={start === "uuid" ? "uuid" : "count"}
        onChange={(kind) => change(kind === "uuid" ? "uuid" : (free ?? 1n))}
      />
      {start !== "uuid" && <FirstId key={String(free)} start={start} onChange={change} />}
    </div>
  );
}

/** The input of the first id; it keeps the typed text, valid or not. */
function FirstId({ start, onChange }: { start: bigint | null; onChange: (start: bigint | null) => void }) {
  const [text, setText] = useState(String(start ?? ""));
  return (
    <TextField
      label="First id"
      hint="No column has ids: they are counted from here"
      error={start === null ? `Type a whole number up to ${LARGEST_ID}` : undefined}
      inputMode="numeric"
      value={text}
      onChange={(typed) => {
        setText(typed);
        const id = parseId(typed);
        onChange(id === null || typeof id === "string" ? null : BigInt(id));
      }}
    />
  );
}

function firstProblem(rows: readonly Row[], mapping: Mapping, sizes: Sizes): string | undefined {
  for (const [index, row] of rows.entries()) {
    const problem = problemOf(row, mapping, sizes, index);
    if (problem !== undefined) return `Row ${row.line} would be rejected: ${problem}`;
  }
  return undefined;
}

/** Returns why a row is no point; undefined if it is one. */
export function problemOf(row: Row, mapping: Mapping, sizes: Sizes, index: number): string | undefined {
  try {
    toPoint(row, mapping, sizes, index);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

interface RoleProps {
  readonly column: string;
  readonly role: Role;
  readonly sizes: Sizes;
  onChange(column: string, role: Role): void;
}

function RoleSelect({ column, role, sizes, onChange }: RoleProps) {
  const vectors = Array.from(sizes.keys(), (name) => [`vector:${name}`, name ? `Vector ${name}` : "Vector"]);
  return (
    <select
      aria-label={`${column} is`}
      value={role}
      onChange={(event) => onChange(column, event.currentTarget.value as Role)}
    >
      <Options choices={{ id: "Id", ...Object.fromEntries(vectors), ...PAYLOAD_ROLES }} />
    </select>
  );
}
