/** Fields of a document in the order of their bits; a posting counts the occurrences of its word in each. */
const FIELDS = {
  title: { bits: 2, weight: 2 },
  options: { bits: 1, weight: 1.5 },
  brand: { bits: 1, weight: 1 },
  categories: { bits: 2, weight: 1.5 },
  tags: { bits: 2, weight: 1.5 },
  identifiers: { bits: 1, weight: 1 },
  description: { bits: 3, weight: 1 },
} as const;

export type Field = keyof typeof FIELDS;

/** Bits that the counts of all fields take in a posting. */
export const FIELD_BITS = 12;

const LAYOUT = buildLayout();

/** Adds an occurrence to the counts of a word; a count stays at the most that its bits hold. */
export function countOccurrence(counts: number, field: Field): number {
  const { shift, mask } = LAYOUT[field];
  return ((counts >> shift) & mask) === mask ? counts : counts + (1 << shift);
}

function getOccurrences(counts: number, field: Field): number {
  const { shift, mask } = LAYOUT[field];
  return (counts >> shift) & mask;
}

/** Returns the fields that hold a word, by the counts of its posting. */
export function getFields(counts: number): Field[] {
  return (Object.keys(FIELDS) as Field[]).filter((field) => getOccurrences(counts, field) > 0);
}

/** Weighted occurrences in the title, in the description and in the fields between, by the counts of a posting. */
export const TITLE_WEIGHTS = computeWeights(['title']);
export const DESCRIPTION_WEIGHTS = computeWeights(['description']);
export const OTHER_WEIGHTS = computeWeights(['options', 'brand', 'categories', 'tags', 'identifiers']);

function buildLayout(): Record<Field, { shift: number; mask: number }> {
  let shift = 0;
  const layout = Object.entries(FIELDS).map(([field, { bits }]) => {
    const place = { shift, mask: (1 << bits) - 1 };
    shift += bits;
    return [field, place] as const;
  });
  return Object.fromEntries(layout) as Record<Field, { shift: number; mask: number }>;
}

function computeWeights(fields: readonly Field[]): Float32Array {
  return Float32Array.from({ length: 1 << FIELD_BITS }, (_, counts) =>
    fields.reduce((sum, field) => sum + FIELDS[field].weight * getOccurrences(counts, field), 0),
  );
}
