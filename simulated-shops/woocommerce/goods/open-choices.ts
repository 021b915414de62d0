import { createHash } from 'node:crypto';
import { attributeKey, slugOf } from './attributes.ts';
import { findVariation, isSimple, type Variation, variationsOf } from './posts.ts';
import type { Traits } from './traits.ts';

/** One way to choose the options that a variation leaves to the buyer, by the id that the connector gives it. */
export interface Way {
  id: string;
  variation: Variation;
}

/** Ways of one variation to which the connector gives an id. */
const MAX_WAYS = 100;
/** Values that a message names. */
const MAX_NAMED = 10;

/** Returns every way to choose; none for a variation without an open option, and for one with too many ways. */
export function waysOf(traits: Traits, variation: Variation): Way[] {
  const { product, variant } = variation;
  const open = openPositions(variation).map((position) => ({
    position,
    values: valuesOf(traits, variation, position),
  }));
  const count = open.reduce((product, { values }) => product * values.length, 1);
  if (open.length === 0 || count === 0 || count > MAX_WAYS) return [];
  const choices = open.reduce<string[][]>(
    (ways, { position, values }) =>
      ways.flatMap((options) => values.map((value) => options.with(position, value))),
    [product.optionNames.map((_, position) => variant.options[position] ?? '')],
  );
  return choices.map((options) => ({
    id: `${variant.id}-${codeOf(variation, options)}`,
    variation: { product, variant: { ...variant, options } },
  }));
}

/** Goods of an item's id; a variation with its options open for an id that chooses none, or an unknown one. */
export function findChosenVariation(
  { products, traits }: { products: Variation['product'][]; traits: Traits },
  id: number | string,
): Variation | undefined {
  const variation = findVariation(products, toPostId(id));
  if (!variation || typeof id === 'number') return variation;
  return waysOf(traits, variation).find((way) => way.id === id)?.variation ?? variation;
}

export function toPostId(id: number | string): number {
  return Number.parseInt(String(id), 10);
}

/** Names the open options with their values: `Color (Black, Navy)`. */
export function nameOpenChoices(traits: Traits, variation: Variation): string {
  return openPositions(variation)
    .map((position) => {
      const all = valuesOf(traits, variation, position);
      const values = [...all.slice(0, MAX_NAMED), ...(all.length > MAX_NAMED ? ['…'] : [])].join(', ');
      return `${variation.product.optionNames[position] ?? ''} (${values})`;
    })
    .join(', ');
}

function openPositions({ product, variant }: Variation): number[] {
  if (isSimple(product)) return [];
  return product.optionNames.flatMap((_, position) =>
    (variant.options[position] ?? '') === '' ? [position] : [],
  );
}

function valuesOf(traits: Traits, { product }: Variation, position: number): string[] {
  const seen = variationsOf(product).map(({ variant }) => variant.options[position] ?? '');
  const others = traits.anyOptions.get(product.id)?.[product.optionNames[position] ?? ''] ?? [];
  return [...new Set([...seen, ...others])].filter((value) => value !== '');
}

/** Hash of the chosen options, as the plugin writes it. */
function codeOf(variation: Variation, options: readonly string[]): string {
  const pairs = openPositions(variation).map((position) => {
    const key = attributeKey(variation.product.optionNames[position] ?? '');
    const value = options[position] ?? '';
    return [`attribute_${key}`, key.startsWith('pa_') ? slugOf(value) : value] as const;
  });
  const sorted = pairs.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash('md5').update(JSON.stringify(Object.fromEntries(sorted)));
  return String(hash.digest().readUInt32BE(0)).padStart(10, '0');
}
