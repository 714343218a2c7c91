// Unknown fields in every object of every request body: natively they are refused, in the qdrant dialect they are
// listed. The decision: bodies are generated from the schemas of the operation table, so that new operations and
// options are tested too. Objects that the schema leaves to other code are on a list here;
// test/contract/unknown-fields.test.ts tests that code.
import { expect } from "chai";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { validatorFor, validatorOf } from "../../../src/api/validate.ts";
import { runWhole } from "../../../src/scheduling/pause.ts";
import { LEAF } from "../../../src/schema/leaf.ts";

// biome-ignore lint/suspicious/noExplicitAny: a schema is what it is.
type Schema = any;

interface Site {
  readonly path: string;
  /** Returns a request body with this object in its place. */
  readonly body: (object: object) => unknown;
  readonly object: object;
}

const EXTRA = "zz_unknown";
const LEAVES: Readonly<Record<string, unknown>> = {
  point_id: 1,
  vector: Float32Array.of(1),
  named_vector: Float32Array.of(1),
  payload: null,
  filter: {},
  expression: 1,
};

/** Fields that contain a vector, or an object that is refused by name where a vector is expected. */
const VECTOR_INPUTS = ["context", "example", "nearest", "negative", "positive", "query", "target", "vector"];

class Walk {
  readonly sites: Site[] = [];
  readonly open = new Set<string>();
  readonly #definitions: Schema;
  readonly #above: Schema[] = [];

  constructor(root: Schema) {
    this.#definitions = root.$defs ?? {};
    this.#look(root, "", (value) => value);
  }

  #resolved(schema: Schema): Schema {
    return schema.$ref ? this.#definitions[schema.$ref.split("/").at(-1)] : schema;
  }

  #look(given: Schema, path: string, body: (value: unknown) => unknown): void {
    const schema = this.#resolved(given);
    if (this.#above.includes(schema) || LEAF in schema) return;
    this.#above.push(schema);
    for (const one of schema.anyOf ?? []) this.#look(one, path, body);
    for (const one of [schema.then, schema.else]) if (one) this.#look(one, path, body);
    if (schema.items) this.#look(schema.items, `${path}[0]`, (value) => body([value]));
    for (const one of Object.values(schema.patternProperties ?? {}))
      this.#look(one, `${path}.a`, (value) => body({ a: value }));
    if (schema.properties) this.#object(schema, path, body);
    else if (schema.additionalProperties) this.open.add(nameOf(path));
    this.#above.pop();
  }

  #object(schema: Schema, path: string, body: (value: unknown) => unknown): void {
    const object = this.#sample(schema) as object;
    if (schema.additionalProperties) this.open.add(nameOf(path));
    else this.sites.push({ path, body, object });
    for (const [name, one] of Object.entries<Schema>(schema.properties)) {
      const within = (value: unknown) => body({ ...(schema.kinds ? {} : object), [name]: value });
      this.#look(one, path === "" ? name : `${path}.${name}`, within);
    }
  }

  /** The smallest value that the schema accepts. */
  #sample(given: Schema): unknown {
    const schema = this.#resolved(given);
    if (LEAF in schema) return LEAVES[schema[LEAF]];
    if ("const" in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (schema.then) return this.#sample(schema.then);
    if (schema.anyOf) return this.#sample(schema.anyOf.find((one: Schema) => one.type !== "null"));
    switch (schema.type) {
      case "object": {
        const names: string[] = schema.kinds
          ? Object.keys(schema.properties).slice(0, 1)
          : (schema.required ?? []);
        return Object.fromEntries(names.map((name) => [name, this.#sample(schema.properties[name])]));
      }
      case "array":
        return Array.from({ length: schema.minItems ?? 0 }, () => this.#sample(schema.items));
      case "boolean":
        return true;
      case "string":
        return "a".repeat(schema.minLength ?? 1);
      default:
        return schema.minimum ?? 1;
    }
  }
}

/** The last field of the path. */
function nameOf(path: string): string {
  return path.replaceAll("[0]", "").split(".").at(-1)!;
}

describe("an unknown field in an object of a request", () => {
  it("an unknown field in an object of a request is refused natively and listed in the qdrant dialect, in every object", () => {
    let looked = 0;
    for (const operation of OPERATIONS) {
      const validate = validatorOf(operation);
      for (const { path, body, object } of new Walk(operation.request).sites) {
        const request = () => body({ ...object, [EXTRA]: 1 }) as object;
        const place = path === "" ? EXTRA : `${path}.${EXTRA}`;
        const label = `${operation.id} ${place}`;
        expect(() => runWhole(validate(request(), "refused")), label).to.throw(`${place}: unknown field`);
        expect(runWhole(validate(request(), "named", "taken")), label).to.deep.equal([
          place.replaceAll("[0]", "[]"),
        ]);
        looked++;
      }
    }
    expect(looked).to.be.above(300);
  });

  it("an unknown field in an object of a request is refused in a line of an import", () => {
    let looked = 0;
    for (const { lines } of OPERATIONS) {
      if (!lines) continue;
      const validate = validatorFor(lines);
      for (const { path, body, object } of new Walk(lines).sites) {
        const place = path === "" ? EXTRA : `${path}.${EXTRA}`;
        expect(() => validate(body({ ...object, [EXTRA]: 1 }))).to.throw(`${place}: unknown field`);
        looked++;
      }
    }
    expect(looked).to.be.above(0);
  });

  it("an unknown field in an object of a request is left to other code only in quantization, with_payload and vector inputs", () => {
    const open = OPERATIONS.flatMap(({ request }) => [...new Walk(request).open]);
    const others = open.filter((name) => !VECTOR_INPUTS.includes(name));
    expect([...new Set(others)].sort()).to.deep.equal([
      "quantization",
      "quantization_config",
      "with_payload",
    ]);
  });
});
