import { z } from 'zod';

/** What an agent writes; of a member that is read from text (a number in a query), what it is read as. */
export function parameterSchema(schema: z.core.$ZodType): object {
  const written = jsonSchema(schema, 'input');
  return 'type' in written || 'anyOf' in written ? written : jsonSchema(schema, 'output');
}

/** Without what says nothing to a reader: the pattern behind a format, the bounds of a safe integer, closed objects. */
export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema: shape }) {
      if (shape.format !== undefined) delete shape.pattern;
      if (shape.additionalProperties === false) delete shape.additionalProperties;
      if (shape.minimum === Number.MIN_SAFE_INTEGER) delete shape.minimum;
      if (shape.maximum === Number.MAX_SAFE_INTEGER) delete shape.maximum;
    },
  });
  return rest;
}
