import type { z } from 'zod';

/** Undefined for an empty list: JSON leaves its member out. */
export function omitEmpty<Entry>(list: readonly Entry[]): readonly Entry[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** Schema of a member that may be absent. */
export function describeOptional<Schema extends z.ZodType>(schema: Schema, description: string) {
  return schema.describe(description).optional();
}
