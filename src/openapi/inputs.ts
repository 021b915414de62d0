import { z } from 'zod';
import { mapYielding } from '../commerce/map-yielding.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import type { ApiDescription, Operation } from './description.ts';
import type { Example } from './examples.ts';
import { parameterSchema } from './json-schema.ts';
import { pascal } from './operation-ids.ts';

interface Described {
  /** Method and path. */
  rest: string;
  input: z.ZodObject;
}

type Place = 'path' | 'query' | 'header' | 'body';

/** Names of the members of a path. */
export function membersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Describes endpoints at their addresses below a root, and lets others have turns: all together take a tenth of a second. */
export async function pathsOf<Endpoint extends Described>(
  root: string,
  endpoints: readonly Endpoint[],
  describe: (endpoint: Endpoint) => Operation,
): Promise<ApiDescription['paths']> {
  const paths: ApiDescription['paths'] = {};
  await mapYielding(endpoints, (endpoint) => {
    const [method = '', path = ''] = endpoint.rest.split(' ');
    const address = path === '/' ? root : root + path;
    paths[address] = { ...paths[address], [method.toLowerCase()]: describe(endpoint) };
  });
  return paths;
}

/** Describes an endpoint's input: its parameters, and its body unless no member is in it. */
export function inputOf(
  { rest, input }: Described,
  inBody: boolean,
  {
    example,
    schemas,
    operationId,
  }: { example: Example | undefined; schemas: ComponentSchemas; operationId: string },
): Pick<Operation, 'parameters' | 'requestBody'> {
  const inPath = membersOf(rest);
  const placeOf = (name: string): Place => {
    if (inPath.includes(name)) return 'path';
    if (name === 'idempotency_key') return 'header';
    return inBody ? 'body' : 'query';
  };
  const members = Object.entries(input.shape);
  const parameters = members
    .filter(([name]) => placeOf(name) !== 'body')
    .map(([name, schema]) => ({
      name: placeOf(name) === 'header' ? 'Idempotency-Key' : name,
      in: placeOf(name),
      required: placeOf(name) === 'path' || !z.safeParse(schema, undefined).success,
      schema: parameterSchema(schema),
      // A key that is copied twice replays the first answer.
      ...(placeOf(name) === 'header' ? {} : withExample(example?.input[name])),
    }));
  const body = Object.fromEntries(members.filter(([name]) => placeOf(name) === 'body'));
  if (Object.keys(body).length === 0) return { parameters };
  const schema = schemas.refer(z.object(body), `${pascal(operationId)}Request`, 'input');
  const bodyMembers = Object.entries(example?.input ?? {}).filter(([name]) => name in body);
  const content = { schema, ...withExample(example && Object.fromEntries(bodyMembers)) };
  return { parameters, requestBody: { required: true, content: { 'application/json': content } } };
}

/** Member with a recorded example, where there is one. */
export function withExample(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example };
}
