/** Bound of an LRU cache that grows with its entries. Its option `max` would allocate the slots of all entries at once. */
export function limitEntries(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
