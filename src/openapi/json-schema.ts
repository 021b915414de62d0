import { z } from 'zod';

/** Returns the input schema of a parameter; the output schema for a member that is parsed from text. */
export function parameterSchema(schema: z.core.$ZodType): object {
  const inputSchema = jsonSchema(schema, 'input');
  return 'type' in inputSchema || 'anyOf' in inputSchema ? inputSchema : jsonSchema(schema, 'output');
}

export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): object {
  const override = ({ jsonSchema: shape }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => cleaned(shape);
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override });
  return rest;
}

/** Removes noise for readers: patterns behind formats, bounds of safe integers, closed objects. */
export function cleaned(shape: z.core.JSONSchema.BaseSchema): void {
  if (shape.format !== undefined) delete shape.pattern;
  if (shape.additionalProperties === false) delete shape.additionalProperties;
  if (shape.minimum === Number.MIN_SAFE_INTEGER) delete shape.minimum;
  if (shape.maximum === Number.MAX_SAFE_INTEGER) delete shape.maximum;
}
