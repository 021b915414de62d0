import { z } from 'zod';
import { mapYielding } from '../commerce/paging/map-yielding.ts';
import { type ComponentSchemas, toParameterSchema } from './component-schemas.ts';
import type { ApiDescription, Operation } from './description.ts';
import type { Example } from './examples.ts';
import { toPascal } from './operation-ids.ts';

interface Described {
  route: string;
  input: z.ZodObject;
}

/** Examples by `route`, and the schemas of the whole document. */
export interface Describing {
  examples: Record<string, Example>;
  schemas: ComponentSchemas;
}

type Place = 'path' | 'query' | 'header' | 'body';

export const SLUG = {
  name: 'slug',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  example: 'demo-shopify',
};

export function parseMembers(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Describes endpoints at their addresses below a root, and lets others have turns: all together take a tenth of a second. */
export async function describePaths<Endpoint extends Described>(
  root: string,
  endpoints: readonly Endpoint[],
  describe: (endpoint: Endpoint) => Operation,
): Promise<ApiDescription['paths']> {
  const paths: ApiDescription['paths'] = {};
  await mapYielding(endpoints, (endpoint) => {
    const [method = '', path = ''] = endpoint.route.split(' ');
    const address = path === '/' ? root : root + path;
    paths[address] = { ...paths[address], [method.toLowerCase()]: describe(endpoint) };
  });
  return paths;
}

/** Describes an endpoint's input: its parameters, and its body unless no member is in it. */
export function describeInput(
  { route, input }: Described,
  { inBody, operationId }: { inBody: boolean; operationId: string },
  { examples, schemas }: Describing,
): Pick<Operation, 'parameters' | 'requestBody'> {
  const { [route]: example } = examples;
  const inPath = parseMembers(route);
  const placeOf = (name: string): Place => {
    if (inPath.includes(name)) return 'path';
    if (name === 'idempotency_key') return 'header';
    return inBody ? 'body' : 'query';
  };
  const members = Object.entries(input.shape);
  const parameters = members
    .map(([name, schema]) => ({ name, schema, place: placeOf(name) }))
    .filter(({ place }) => place !== 'body')
    .map(({ name, schema, place }) => ({
      name: place === 'header' ? 'Idempotency-Key' : name,
      in: place,
      required: place === 'path' || !z.safeParse(schema, undefined).success,
      schema: toParameterSchema(schema),
      // A key that is copied twice replays the first answer.
      ...(place === 'header' ? {} : withExample(example?.input[name])),
    }));
  const body = Object.fromEntries(members.filter(([name]) => placeOf(name) === 'body'));
  if (Object.keys(body).length === 0) return { parameters };
  const schema = schemas.refer(z.object(body), `${toPascal(operationId)}Request`, 'input');
  const bodyMembers = Object.entries(example?.input ?? {}).filter(([name]) => name in body);
  const content = { schema, ...withExample(example && Object.fromEntries(bodyMembers)) };
  return { parameters, requestBody: { required: true, content: { 'application/json': content } } };
}

export function withExample(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example };
}
