import type { z } from 'zod';

const schemas = new Map<string, z.ZodType>();

/** Names an answer, or a part of answers, in the description of the API; other answers are named after their operation. */
export function nameSchema<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  schemas.set(id, schema);
  return schema;
}

export const namedSchemas: ReadonlyMap<string, z.ZodType> = schemas;
