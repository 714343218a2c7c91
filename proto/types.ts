// The types of messages, enums and services as TypeScript sees them: declarations without code.
// The decision: types only, since the server reads and writes messages by their descriptors (src/grpc/wire). Names of fields are those of
// the definitions; a oneof is one member, {$case, value}; 64-bit integers are bigint; a map is a Map because a key may be "__proto__".
// Comments stay in the definitions.
import {
  type DescEnum,
  type DescField,
  type DescFile,
  type DescMessage,
  type DescOneof,
  type DescService,
  ScalarType,
} from "@bufbuild/protobuf";

const SCALARS: Partial<Record<ScalarType, string>> = {
  [ScalarType.DOUBLE]: "number",
  [ScalarType.FLOAT]: "number",
  [ScalarType.INT64]: "bigint",
  [ScalarType.UINT64]: "bigint",
  [ScalarType.INT32]: "number",
  [ScalarType.BOOL]: "boolean",
  [ScalarType.STRING]: "string",
  [ScalarType.BYTES]: "Uint8Array",
  [ScalarType.UINT32]: "number",
};

/** @param files those whose types are wanted; no two of their types may have one name */
export function typesOf(files: readonly DescFile[]): string {
  const messages = files.flatMap((file) => file.messages.flatMap(within));
  const enums = [
    ...files.flatMap((file) => file.enums),
    ...messages.flatMap(({ nestedEnums }) => nestedEnums),
  ];
  const services = files.flatMap((file) => file.services);
  const names = [...messages, ...enums].map(nameOf);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two packages have a type ${twice}`);
  const declared = [
    ...messages.map(messageType),
    ...enums.map(enumType),
    block(
      "Messages",
      messages.map(nameOf).map((name) => `readonly ${name}: ${name};`),
    ),
    block("Enums", enums.map(enumMember)),
    block("Services", services.map(serviceMember)),
    "",
  ].join("\n");
  const imports = declared.includes("Floats") ? 'import type { Floats } from "../wire/floats.ts";\n' : "";
  return `// Made by \`npm run gen\` from the definitions in proto/: the types of messages, enums and services.\n${imports}${declared}`;
}

function within(message: DescMessage): DescMessage[] {
  return [message, ...message.nestedMessages.flatMap(within)];
}

function block(name: string, lines: readonly string[]): string {
  return `export interface ${name} {\n${lines.join("\n")}\n}`;
}

/** Without its package: a type within another is Outer_Inner. */
function nameOf({ typeName, file }: DescMessage | DescEnum): string {
  return typeName.slice(file.proto.package.length + 1).replaceAll(".", "_");
}

function messageType(message: DescMessage): string {
  return block(nameOf(message), message.members.map(member));
}

function member(one: DescField | DescOneof): string {
  if (one.kind === "oneof") {
    const cases = one.fields.map(
      ({ name, ...field }) => `{ $case: "${name}"; value: ${valueType({ name, ...field } as DescField)} }`,
    );
    return `${one.name}: ${cases.join(" | ")} | undefined;`;
  }
  const type = valueType(one);
  if (one.fieldKind === "map" || one.fieldKind === "list") return `${one.name}: ${type};`;
  if (one.proto.proto3Optional) return `${one.name}?: ${type} | undefined;`;
  return one.message ? `${one.name}: ${type} | undefined;` : `${one.name}: ${type};`;
}

function valueType(field: DescField): string {
  if (field.fieldKind === "map") return `Map<${scalarType(field.mapKey)}, ${itemType(field)}>`;
  if (field.fieldKind !== "list") return itemType(field);
  return field.scalar === ScalarType.FLOAT ? "Floats" : `${itemType(field)}[]`;
}

function itemType(field: DescField): string {
  const named = field.message ?? field.enum;
  return named ? nameOf(named) : scalarType(field.scalar!);
}

function scalarType(scalar: ScalarType): string {
  const type = SCALARS[scalar];
  if (type === undefined)
    throw new Error(`no message so far has had a ${ScalarType[scalar]}; see src/grpc/wire/scalars.ts`);
  return type;
}

function enumType(one: DescEnum): string {
  const name = nameOf(one);
  return `export type ${name} = Enums["${name}"][keyof Enums["${name}"]];`;
}

function enumMember(one: DescEnum): string {
  const values = one.values.map(({ name, number }) => `readonly ${name}: ${number};`);
  return `readonly ${nameOf(one)}: { ${values.join(" ")} };`;
}

/** A method's request and response. */
function serviceMember({ name, methods }: DescService): string {
  const members = methods.map(
    (method) =>
      `readonly ${method.localName}: readonly [request: ${nameOf(method.input)}, response: ${nameOf(method.output)}];`,
  );
  return `readonly ${name}Service: { ${members.join(" ")} };`;
}
