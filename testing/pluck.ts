/** Returns one member of each item, or the tuples of several. */
export function pluck<Item, Name extends keyof Item>(items: readonly Item[], name: Name): Item[Name][];
export function pluck<Item, Name extends keyof Item>(
  items: readonly Item[] | undefined,
  name: Name,
): Item[Name][] | undefined;
export function pluck<Item, Names extends (keyof Item)[]>(
  items: readonly Item[] | undefined,
  ...names: Names
): Item[keyof Item][][] | undefined;
export function pluck<Item>(items: readonly Item[] | undefined, ...names: (keyof Item)[]): unknown {
  const [first, ...others] = names;
  return items?.map((item) =>
    first !== undefined && others.length === 0 ? item[first] : names.map((name) => item[name]),
  );
}
