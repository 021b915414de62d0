/** Returns one member of each item, or a list of several. */
export function pluck<Item>(
  items: readonly (Item | undefined)[] | undefined,
  name: keyof Item,
  ...others: (keyof Item)[]
): unknown[] | undefined {
  const values = (item?: Item) => [name, ...others].map((each) => item?.[each]);
  return items?.map((item) => (others.length === 0 ? item?.[name] : values(item)));
}
