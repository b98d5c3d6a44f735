import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import text from "../../../assets/openapi.json?raw";

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  minItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
}
type Content = Record<string, { schema?: Schema }>;
interface Described {
  parameters?: { in: string; name: string }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}
interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

const document = JSON.parse(text) as Document;
const JSON_TYPE = "application/json";

export interface DescribedOperation {
  /** "GET /api/tests" */
  name: string;
  method: string;
  path: string;
  described: Described;
}

/** Every operation; fixed paths before those with parameters, as a router matches them. */
export const operations: DescribedOperation[] = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method,
      path,
      described,
    })),
  )
  // An opening brace sorts after letters.
  .sort((a, b) => (a.path < b.path ? -1 : 1));

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name ? (document.components.schemas[name] ?? {}) : schema;
}

/** Fields of which a sample has none, as most pages have none. */
const NONE = new Set(["agreed", "camera", "latest", "logo", "microphone", "result", "via"]);

/** Whether this field may be null and is so in samples. */
const isNone = (name: string, { oneOf = [] }: Schema) =>
  NONE.has(name) && oneOf.some(({ type }) => type === "null");

/** The smallest value that a schema allows: required fields only, empty lists. */
export function sample(given: Schema): unknown {
  const schema = resolved(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(sample));
  const choice = schema.oneOf ?? schema.anyOf;
  if (choice) return sample(choice[0] ?? {});
  const [type] = Array.isArray(schema.type) ? [schema.type.at(-1)] : [schema.type];
  if (type === "string") return schema.format === "date-time" ? "2026-03-02T09:00:00Z" : "text";
  if (type === "integer" || type === "number") return schema.minimum ?? 0;
  if (type === "boolean") return false;
  if (type === "null") return null;
  if (type === "array") return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}));
  const fields = (schema.required ?? []).map((name) => {
    const field = schema.properties?.[name] ?? {};
    return [name, isNone(name, field) ? null : sample(field)];
  });
  return Object.fromEntries(fields);
}

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: {
    "date-time": (value) => /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
    int32: true,
    int64: true,
    double: true,
  },
});
ajv.addSchema(document, "api");

const validators = new Map<string, ValidateFunction>();

function validator(place: string[]): ValidateFunction {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")));
  const $ref = `api#/${pointer.join("/")}`;
  const known = validators.get($ref) ?? ajv.compile({ $ref });
  validators.set($ref, known);
  return known;
}

function problemsOf(place: string[], value: unknown): string | null {
  const validate = validator(place);
  return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: "body" });
}

/** Error of this request body by the API's description; null without one. */
export function requestProblem(
  { method, path, described }: DescribedOperation,
  body: unknown,
): string | null {
  const { requestBody } = described;
  if (body === undefined) return requestBody?.required ? "the body is missing" : null;
  if (!requestBody?.content[JSON_TYPE]) return "no JSON body is described";
  return problemsOf(["paths", path, method, "requestBody", "content", JSON_TYPE, "schema"], body);
}

/** Error of this reply by the API's description; null without one. */
export function replyProblem(operation: DescribedOperation, status: number, body: unknown): string | null {
  const { method, path, described } = operation;
  const response = described.responses[status];
  if (!response) return `status ${status} is not described`;
  if (!response.content?.[JSON_TYPE]) return body === undefined ? null : "no JSON reply is described";
  return problemsOf(
    ["paths", path, method, "responses", String(status), "content", JSON_TYPE, "schema"],
    body,
  );
}
