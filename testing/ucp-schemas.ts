import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const FOLDER = new URL('../tests/fixtures/ucp/', import.meta.url);

/** Purpose of a request: the schemas require or omit members by it. */
export type RequestKind = 'create' | 'update' | 'complete';

type Check = (value: unknown) => void;

/** Published schemas of one version. A name is a path with a fragment: `shopping/cart.json#/$defs/checkout`. */
export interface OfficialSchemas {
  response(name: string): Check;
  request(name: string, kind: RequestKind): Check;
}

const schemasByVersion = new Map<string, OfficialSchemas>();

/** Caches the compiled schemas of each version. */
export function officialSchemas(version: string): OfficialSchemas {
  const schemas = schemasByVersion.get(version) ?? readSchemas(version);
  schemasByVersion.set(version, schemas);
  return schemas;
}

/** Returns a schema as published. */
export function officialSchema(version: string, path: string): AnySchemaObject {
  return (
    readAll(version).find(({ $id }) => $id === baseOf(version) + path) ?? assert.fail(`no schema ${path}`)
  );
}

function readSchemas(version: string): OfficialSchemas {
  const published = readAll(version);
  const responses = checks(version, published);
  const requests = new Map<RequestKind, (name: string) => Check>();
  return {
    response: responses,
    request(name, kind) {
      const ofKind =
        requests.get(kind) ??
        checks(
          version,
          published.map((each) => asRequest(each, kind)),
        );
      requests.set(kind, ofKind);
      return ofKind(name);
    },
  };
}

const baseOf = (version: string) => `https://ucp.dev/${version}/`;

/** Schemas are named by their path, because their `$id` differs from it in one version. */
function readAll(version: string): AnySchemaObject[] {
  const folder = new URL(`${version}/`, FOLDER);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.json'),
  );
  assert.ok(paths.length > 0, `no schemas of ${version}`);
  return paths.map((path) => ({
    ...JSON.parse(readFileSync(new URL(path, folder), 'utf8')),
    $id: baseOf(version) + path,
  }));
}

function checks(version: string, schemas: AnySchemaObject[]): (name: string) => Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true, schemas });
  addFormats.default(ajv);
  return (name) => {
    const validate = ajv.getSchema(baseOf(version) + name) ?? assert.fail(`no schema ${name} in ${version}`);
    return (value) => {
      assert.ok(
        validate(value),
        `${version} ${name}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value, null, 1)}`,
      );
    };
  };
}

/** Returns the schema as its authors mean it for requests. */
function asRequest<Schema>(schema: Schema, kind: RequestKind): Schema {
  if (Array.isArray(schema)) return schema.map((each) => asRequest(each, kind)) as Schema;
  if (!isObject(schema)) return schema;
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema))
    copy[keyword] =
      isObject(value) && BY_NAME.has(keyword) ? each(value, kind) : asRequest(value as unknown, kind);
  if (isObject(copy.properties)) use(copy, copy.properties, kind);
  return copy as Schema;
}

/** JSON Schema keywords whose members are free names, which may equal keywords. */
const BY_NAME = new Set(['properties', '$defs']);

function each(schemas: Record<string, unknown>, kind: RequestKind): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, asRequest(schema, kind)]));
}

function use(schema: Record<string, unknown>, properties: Record<string, unknown>, kind: RequestKind): void {
  const required = new Set<unknown>(Array.isArray(schema.required) ? schema.required : []);
  for (const [name, member] of Object.entries(properties)) {
    const use = useOf(member, kind);
    if (use === 'required') required.add(name);
    else if (use !== undefined) required.delete(name);
    if (use === 'omit') properties[name] = false;
  }
  schema.required = [...required];
}

function useOf(member: unknown, kind: RequestKind): string | undefined {
  const requirement = isObject(member) ? member.ucp_request : undefined;
  const ofKind = isObject(requirement) ? requirement[kind] : requirement;
  return typeof ofKind === 'string' ? ofKind : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
