import type { ApiDescription, Operation } from '../src/openapi/description.ts';
import type { Schema } from './client-types.ts';

const BOUNDS = ['minLength', 'maxLength', 'maxItems'] as const;

const HEAD = `// Generated from the API description by \`npm run client:types\`; a test compares it. Do not edit.

/** Bounds of what people send: of the members of each operation of the merchant API, and as \`name[]\` of the entries of their lists. */
`;

/** Writes the bounds that the console's fields keep, in the words of JSON Schema. */
export function consoleBounds({ components, paths }: ApiDescription): string {
  const schemas = components.schemas as Record<string, Schema>;
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/merchant/'))
    .flatMap(([, methods]) => Object.values(methods))
    .map((operation) => [operation.operationId, boundsOfMembers(operation, schemas)] as const)
    .filter(([, members]) => Object.keys(members).length > 0);
  return `${HEAD}export const BOUNDS = ${JSON.stringify(Object.fromEntries(operations), null, 2)} as const;\n`;
}

/** Members of the query are left out where they only filter a list. */
function boundsOfMembers({ parameters, requestBody }: Operation, schemas: Record<string, Schema>) {
  const resolved = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const body = resolved(requestBody?.content['application/json'].schema ?? {});
  const query = parameters.filter(({ in: place, required }) => place === 'query' && required);
  const members: [name: string, schema: Schema][] = [
    ...query.map(({ name, schema }): [string, Schema] => [name, schema]),
    ...Object.entries(body.properties ?? {}).flatMap(([name, schema]): [string, Schema][] => [
      [name, resolved(schema)],
      [`${name}[]`, resolved(schema.items ?? {})],
    ]),
  ];
  return Object.fromEntries(
    members
      .map(([name, schema]) => [name, boundsOf(schema)] as const)
      .filter(([, bounds]) => Object.keys(bounds).length > 0),
  );
}

/** Bounds of a value, or of the one that may be null. A least length of one is left to the words that ask for the value. */
function boundsOf(schema: Schema): object {
  const bounds = BOUNDS.filter((name) => (schema[name] ?? 1) > 1).map((name) => [name, schema[name]]);
  return Object.assign(Object.fromEntries(bounds), ...(schema.anyOf ?? []).map(boundsOf));
}
