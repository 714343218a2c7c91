// The page of all REST operations: one section for each, and one for each schema with a name.
// The decision: it is made from the OpenAPI document, as the answers of /openapi.json are, so it lacks no operation and
// describes none that does not exist.

import { openApiDocument } from "../api/openapi/document.ts";
import { OPERATIONS } from "../api/operations/index.ts";
import { escapeHtml } from "./html.ts";
import type { Article, Section } from "./markdown.ts";
import { fieldsHtml, nameOf, type Schema, schemaAnchor, typeHtml } from "./schema-text.ts";

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: Schema }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const TITLE = "REST operations";
/** The address of the document, from this page. */
const DOCUMENT = "../api/proxy/openapi.json";

/** Titles of groups whose names are short forms. */
const GROUP_TITLES: Readonly<Record<string, string>> = { auth: "Authentication", license: "Licenses" };

/** A section and its HTML. */
interface Part {
  readonly section: Section;
  readonly html: string;
}

export function referenceArticle(version: string): Article {
  const { tags, paths, components } = openApiDocument(OPERATIONS, version) as OpenApi;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const parts = [
    titlePart(operations.length),
    ...tags.flatMap(({ name, description }) => [
      groupPart(name, description),
      ...operations.filter(({ operation }) => operation.tags[0] === name).map(operationPart),
    ]),
    groupPart("schemas", "The objects that several operations take or return."),
    ...Object.entries(components.schemas).map(([name, schema]) => schemaPart(name, schema)),
  ];
  return {
    title: TITLE,
    html: parts.map(({ html }) => html).join("\n"),
    sections: parts.map(({ section }) => section),
  };
}

function titlePart(count: number): Part {
  const body = `All ${count} operations of the REST API, with their parameters, bodies and results. The names are those of the methods of the library and its client.`;
  const html = `<h1 id="rest-operations">${TITLE}</h1>
<p>${body} <a href="api.html">The API by examples</a> shows how they are used; this server describes them for programs in
<a href="${DOCUMENT}">openapi.json</a>.</p>`;
  return { section: { depth: 1, text: TITLE, anchor: "rest-operations", body }, html };
}

function groupPart(name: string, body: string): Part {
  const text = GROUP_TITLES[name] ?? name[0]!.toUpperCase() + name.slice(1);
  return {
    section: { depth: 2, text, anchor: name, body },
    html: `${headingHtml(2, name, escapeHtml(text), text)}<p>${escapeHtml(body)}</p>`,
  };
}

function operationPart(given: { method: string; path: string; operation: Operation }): Part {
  const { method, path, operation } = given;
  const { operationId, summary = "", description = "", parameters = [], requestBody, responses } = operation;
  const text = `${method} ${path}`;
  const heading = `<span class="method">${method}</span> <code>${escapeHtml(path)}</code>`;
  const bodySchema = schemaOf(requestBody);
  const lines = [
    ...parameters
      .filter((one) => one.in === "query")
      .map(({ name, schema }) => `<code>?${escapeHtml(name)}</code>: ${typeHtml(schema ?? {})}`),
    ...(bodySchema === undefined ? [] : [`Body: ${typeHtml(bodySchema)}`]),
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith("2"))
      .map(([, response]) => `Result: ${resultHtml(response)}`),
  ];
  const fields = bodySchema === undefined ? "" : fieldsHtml(bodySchema);
  const names = Object.keys(bodySchema?.properties ?? {}).join(" ");
  return {
    section: { depth: 3, text, anchor: operationId, body: `${summary} ${operationId} ${names}`.trim() },
    html: `${headingHtml(3, operationId, heading, text)}<p>${escapeHtml(`${summary} ${description}`.trim())}</p>
<ul><li>Name: <code>${escapeHtml(operationId)}</code></li>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>${fields}`,
  };
}

function schemaPart(name: string, schema: Schema): Part {
  const fields = fieldsHtml(schema);
  const about = schema.description ?? "";
  const type = fields === "" ? `<p>${typeHtml(schema)}</p>` : fields;
  const body = `${about} ${Object.keys(schema.properties ?? {}).join(" ")}`.trim();
  return {
    section: { depth: 3, text: name, anchor: schemaAnchor(name), body },
    html: `${headingHtml(3, schemaAnchor(name), escapeHtml(name), name)}${about && `<p>${escapeHtml(about)}</p>`}${type}`,
  };
}

function headingHtml(depth: number, anchor: string, html: string, text: string): string {
  const link = `<a class="anchor" href="#${anchor}" aria-label="Link to ${escapeHtml(text)}">#</a>`;
  return `<h${depth} id="${anchor}">${html} ${link}</h${depth}>`;
}

function schemaOf(content: Content | undefined): Schema | undefined {
  const { content: types = {} } = content ?? {};
  return (types["application/json"] ?? Object.values(types)[0])?.schema;
}

/** Returns the type of a result; that of most is a field of an envelope. */
function resultHtml(response: Content): string {
  const types = Object.keys(response.content ?? {});
  const schema = schemaOf(response);
  if (schema === undefined || !types.includes("application/json"))
    return escapeHtml(types.join(", ") || "none");
  const result = schema.properties?.result;
  if (result === undefined || nameOf(schema) !== undefined) return typeHtml(schema);
  return `${typeHtml(result)}`;
}
