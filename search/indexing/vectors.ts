/** Direction of a text's meaning in the space of one model. Only vectors of one length can be compared. */
export interface Vector {
  components: Int8Array;
  /** Euclidean length of the components. */
  length: number;
}

const MAX_COMPONENT = 127;

/** Keeps a byte of each component: the similarity of two texts changes by less than a hundredth. */
export function toVector(components: readonly number[]): Vector {
  const largest = components.reduce((max, each) => Math.max(max, Math.abs(each)), 0) || 1;
  return buildVector(Int8Array.from(components, (each) => Math.round((each / largest) * MAX_COMPONENT)));
}

function buildVector(components: Int8Array): Vector {
  return { components, length: Math.hypot(...components) };
}

/** Returns the components that a model gave for a product's text as they are stored: one byte each, in base64. */
export function encodeVector(components: readonly number[]): string {
  return Buffer.from(toVector(components).components).toString('base64');
}

export function decodeVector(encoded: string): Vector {
  return buildVector(new Int8Array(Buffer.from(encoded, 'base64')));
}

/** Cosine of the angle between two vectors; 0 for vectors of different models. */
function computeSimilarity(one: Vector, other: Vector): number {
  const count = one.components.length;
  if (other.components.length !== count || one.length * other.length === 0) return 0;
  let product = 0;
  for (let place = 0; place < count; place += 1)
    product += (one.components[place] ?? 0) * (other.components[place] ?? 0);
  return product / (one.length * other.length);
}

/** Vectors that are compared in one go: a few milliseconds. */
const BATCH_SIZE = 2_000;
const MAX_NEAREST = 50;
/** Standard deviations by which the best product stands out of the catalog; otherwise the catalog has no answer. */
const MIN_DEVIATIONS = 2;
/** Share of the way from the catalog's mean to its best product that a product must have come. */
const MIN_SHARE = 0.6;

/**
 * Returns the keys of the products whose texts mean what a query means, the nearest first. They must stand out of the catalog: models
 * differ in what a similarity of 0.7 means.
 */
export async function pickNearestKeys(
  vectors: ReadonlyMap<number, Vector>,
  query: Vector,
  pause: () => Promise<void>,
): Promise<number[]> {
  const compared: { key: number; near: number }[] = [];
  for (const [key, vector] of vectors) {
    if (compared.length % BATCH_SIZE === BATCH_SIZE - 1) await pause();
    compared.push({ key, near: computeSimilarity(query, vector) });
  }
  const mean = computeMean(compared.map(({ near }) => near));
  const deviation = Math.sqrt(computeMean(compared.map(({ near }) => (near - mean) ** 2)));
  const best = compared.reduce((max, { near }) => Math.max(max, near), mean);
  if (best - mean < MIN_DEVIATIONS * deviation) return [];
  return compared
    .filter(({ near }) => near >= mean + MIN_SHARE * (best - mean))
    .sort((one, other) => other.near - one.near || one.key - other.key)
    .slice(0, MAX_NEAREST)
    .map(({ key }) => key);
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / Math.max(values.length, 1);
}
