import type { ApiDescription, Operation } from '../src/openapi/description.ts';

/** Part of JSON Schema that the description uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  description?: string;
}

const HEAD =
  '// Generated from the API description by `npm run client:types`; a test compares it. Do not edit.\n';

/**
 * Writes the client's types from the API description: every schema by its name, and every operation of the REST APIs. The schema
 * `Error` is `ErrorBody` there, because JavaScript has an `Error`.
 */
export function clientTypes({ components, paths }: ApiDescription): string {
  const operations = Object.entries(paths)
    .filter(([path]) => /^\/api\/(?:ucp|merchant)\//.test(path) && !path.endsWith('/mcp'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    );
  const schemas = Object.entries(components.schemas).filter(([name]) => !/^(?:Ucp|Rpc)/.test(name));
  return [
    HEAD,
    ...schemas.map(
      ([name, schema]) =>
        `${comment(schema)}export type ${name === 'Error' ? 'ErrorBody' : name} = ${typeOf(schema as Schema)};\n`,
    ),
    'export interface Operations {',
    ...operations.map(({ operation }) => operationType(operation)),
    '}\n',
    'export const ROUTES = {',
    ...operations.map(
      ({ method, path, operation }) =>
        `  ${operation.operationId}: ${JSON.stringify(`${method.toUpperCase()} ${path}`)},`,
    ),
    '} as const satisfies Record<keyof Operations, string>;\n',
  ].join('\n');
}

function operationType({ operationId, description, parameters, requestBody, responses }: Operation): string {
  const members = parameters
    .filter(({ in: place }) => place !== 'header')
    .map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema as Schema)}`);
  const body = requestBody?.content['application/json'].schema as Schema | undefined;
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const input = [...members, ...(body ? [`body: ${typeOf(body)}`] : [])].join('; ');
  const output = typeOf((answer?.content?.['application/json'].schema ?? {}) as Schema);
  return `${comment({ description }, '  ')}  ${operationId}: { input: { ${input} }; answer: ${output} };`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  return plainType(schema);
}

function plainType(schema: Schema): string {
  switch (schema.type) {
    case 'object':
      return objectType(schema);
    case 'array':
      return `Array<${typeOf(schema.items ?? {})}>`;
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const open = additionalProperties && `Record<string, ${typeOf(additionalProperties)}>`;
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema)}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`,
  );
  if (members.length === 0) return open ?? 'Record<string, never>';
  return `{\n${members.join('\n')}\n}${open ? ` & ${open}` : ''}`;
}

function comment({ description }: Schema, indent = ''): string {
  return description ? `${indent}/** ${description.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */\n` : '';
}
