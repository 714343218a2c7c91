// Generated readers and writers of `repeated float` fields, changed to take and give a Float32Array (src/grpc/floats.ts).
// The decision: the lines that ts-proto makes are replaced, and it is an error if one of them is left: it has other ones.

const RUNTIME = "../../../floats.ts";
const WIRE = "@bufbuild/protobuf/wire";

const LINES: readonly (readonly [found: RegExp, replacement: string])[] = [
  [
    /(writer\.uint32\(\d+\))\.fork\(\);\s*for \(const v of message\.(\w+)\) \{\s*writer\.float\(v\);\s*\}\s*writer\.join\(\);/g,
    "writeFloats($1, message.$2);",
  ],
  [
    /const end2 = reader\.uint32\(\) \+ reader\.pos;\s*while \(reader\.pos < end2\) \{\s*message\.(\w+)\.push\(reader\.float\(\)\);\s*\}/g,
    "message.$1 = withFloats(message.$1, reader.bytes());",
  ],
  [/message\.(\w+)\.push\(reader\.float\(\)\);/g, "message.$1 = withFloat(message.$1, reader.float());"],
];
const LEFT = /push\(reader\.float\(\)\)|writer\.float\(v\)/;

/** @param text a module as ts-proto wrote it */
export function withPackedFloats(text: string): string {
  if (!LEFT.test(text)) return text;
  let changed = text;
  for (const [found, replacement] of LINES) changed = changed.replaceAll(found, replacement);
  for (const [, message, field] of fieldsOf(changed)) {
    const member = new RegExp(`(export interface ${message} \\{[\\s\\S]*?\\n {2}${field}: )number\\[\\]`);
    changed = changed.replace(member, "$1Floats");
  }
  if (LEFT.test(changed)) throw new Error("ts-proto writes packed floats in other lines than it did");
  const names = ["type Floats", "withFloat", "withFloats", "writeFloats"].filter((name) =>
    changed.includes(name.replace("type ", "")),
  );
  const runtime = `import { ${names.join(", ")} } from "${RUNTIME}";`;
  return changed.replace(new RegExp(`^import .* from "${WIRE}";$`, "m"), `$&\n${runtime}`);
}

/** Of all messages; a field that is deprecated has a reader only. */
function fieldsOf(text: string): RegExpMatchArray[] {
  const codecs = text.split(/^(?=export const \w+: MessageFns<)/m);
  return codecs.flatMap((codec) => [
    ...codec.matchAll(/(?<=^export const (\w+): MessageFns<[\s\S]*)message\.(\w+) = withFloats\(/g),
  ]);
}
