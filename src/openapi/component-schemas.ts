import { z } from 'zod';
import { namedSchemas } from '../wire/named.ts';
import { cleaned } from './json-schema.ts';

type Direction = 'input' | 'output';

/** Collects the schemas of bodies, and gives references to them as components of the document. */
export interface ComponentSchemas {
  /** Registers a schema under a name, unless it has one, and returns its reference. */
  refer(schema: z.ZodType, name: string, io: Direction): { $ref: string };
  /** Every registered schema by its name. */
  all(): Record<string, object>;
}

export function componentSchemas(): ComponentSchemas {
  const registries = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() };
  for (const [id, schema] of namedSchemas) registries.output.add(schema, { id });
  return {
    refer(schema, name, io) {
      const registry = registries[io];
      const id = registry.get(schema)?.id ?? name;
      if (!registry.has(schema)) registry.add(schema, { id });
      return { $ref: addressOf(id) };
    },
    all: () => ({ ...schemasIn(registries.output, 'output'), ...schemasIn(registries.input, 'input') }),
  };
}

function addressOf(id: string): string {
  return `#/components/schemas/${id}`;
}

function schemasIn(registry: z.core.$ZodRegistry<{ id: string }>, io: Direction): Record<string, object> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: addressOf,
    override: ({ jsonSchema }) => cleaned(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(schemas)
      .map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema] as const)
      // The sequence of imports decides nothing.
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
