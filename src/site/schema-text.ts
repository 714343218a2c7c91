// Schemas of the OpenAPI document as text: the type in one line, and a table of the fields of an object.
// The decision: a type is written as in TypeScript, and a schema with a name is a link, so no schema is shown twice.
import { escapeHtml } from "./html.ts";

/** The parts of a JSON schema that are shown. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
}

/** More alternatives than these are left out. */
const MAX_ALTERNATIVES = 12;

export function schemaAnchor(name: string): string {
  return `schema-${name.toLowerCase()}`;
}

/** Returns the name of a schema that is a reference. */
export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split("/").at(-1);
}

/** Writes a type as in TypeScript, with links to the schemas that have names. */
export function typeHtml(schema: Schema): string {
  const name = nameOf(schema);
  if (name !== undefined) return `<a href="#${schemaAnchor(name)}">${escapeHtml(name)}</a>`;
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.enum)
    return `<code>${escapeHtml(schema.enum.map((one) => JSON.stringify(one)).join(" | "))}</code>`;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    const all = [...new Set(alternatives.map(typeHtml))];
    return `${all.slice(0, MAX_ALTERNATIVES).join(" | ")}${all.length > MAX_ALTERNATIVES ? " | …" : ""}`;
  }
  if (schema.allOf) return schema.allOf.map(typeHtml).join(" and ");
  if (schema.type === "array") return `list of ${schema.items ? typeHtml(schema.items) : "any"}`;
  return Array.isArray(schema.type) ? schema.type.join(" | ") : String(schema.type ?? "any");
}

/** Returns a table of the fields of an object, or "" if it has none. */
export function fieldsHtml({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const needed = required.includes(name) ? " <strong>required</strong>" : "";
    const preset = schema.default === undefined ? "" : ` Default: ${JSON.stringify(schema.default)}.`;
    const about = escapeHtml(`${schema.description ?? ""}${preset}`.trim());
    return `<tr><td><code>${escapeHtml(name)}</code>${needed}</td><td>${typeHtml(schema)}</td><td>${about}</td></tr>`;
  });
  if (rows.length === 0) return "";
  const head = "<thead><tr><th>Field</th><th>Type</th><th>Description</th></tr></thead>";
  return `<div class="table" role="region" aria-label="Fields" tabindex="0"><table>${head}<tbody>${rows.join("\n")}</tbody></table></div>`;
}
