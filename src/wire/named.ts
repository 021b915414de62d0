import { z } from 'zod';

const schemas = new Map<string, z.ZodType>();

/** Names an answer, or a part of answers, in the description of the API; other answers are named after their operation. */
export function nameSchema<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  schemas.set(id, schema);
  return schema;
}

export const nameObject = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) =>
  nameSchema(id, z.object(shape));

export const namedSchemas: ReadonlyMap<string, z.ZodType> = schemas;
