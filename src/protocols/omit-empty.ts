/** Undefined for an empty list: JSON leaves its member out. */
export function omitEmpty<Entry>(list: readonly Entry[]): readonly Entry[] | undefined {
  return list.length > 0 ? list : undefined;
}
