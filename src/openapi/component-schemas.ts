import { z } from 'zod';
import { namedSchemas } from '../wire/named.ts';

type Direction = 'input' | 'output';

export type ComponentSchemas = ReturnType<typeof createComponentSchemas>;

/** Collects the schemas of bodies, and gives references to them as components of the document. */
export function createComponentSchemas() {
  const registries = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() };
  for (const [id, schema] of namedSchemas) registries.output.add(schema, { id });
  return {
    refer(schema: z.ZodType, name: string, io: Direction): { $ref: string } {
      const registry = registries[io];
      const id = registry.get(schema)?.id ?? name;
      if (!registry.has(schema)) registry.add(schema, { id });
      return { $ref: toSchemaAddress(id) };
    },
    all: (): Record<string, object> => ({
      ...renderSchemas(registries.output, 'output'),
      ...renderSchemas(registries.input, 'input'),
    }),
  };
}

function toSchemaAddress(id: string): string {
  return `#/components/schemas/${id}`;
}

function renderSchemas(registry: z.core.$ZodRegistry<{ id: string }>, io: Direction): Record<string, object> {
  const { schemas } = z.toJSONSchema(registry, { io, uri: toSchemaAddress, ...RENDERING });
  return Object.fromEntries(
    Object.entries(schemas)
      .map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema] as const)
      // The sequence of imports decides nothing.
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Returns the input schema of a parameter; the output schema for a member that is parsed from text. */
export function toParameterSchema(schema: z.core.$ZodType): object {
  const inputSchema = toJsonSchema(schema, 'input');
  return 'type' in inputSchema || 'anyOf' in inputSchema ? inputSchema : toJsonSchema(schema, 'output');
}

export function toJsonSchema(schema: z.core.$ZodType, io: Direction): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, ...RENDERING });
  return rest;
}

const RENDERING = { unrepresentable: 'any', override: cleanSchema } as const;

/** Removes noise for readers: patterns behind formats, bounds of safe integers, closed objects. */
function cleanSchema({ jsonSchema: shape }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (shape.format !== undefined) delete shape.pattern;
  if (shape.additionalProperties === false) delete shape.additionalProperties;
  if (shape.minimum === Number.MIN_SAFE_INTEGER) delete shape.minimum;
  if (shape.maximum === Number.MAX_SAFE_INTEGER) delete shape.maximum;
}
