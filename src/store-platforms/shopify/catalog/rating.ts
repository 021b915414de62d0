import { z } from 'zod';
import { parseJson } from '../../../commerce/json/parse-json.ts';
import type { Rating } from '../../../commerce/product/products.ts';
import { readShape } from '../../read-shape.ts';
import type { productFields } from '../client/operations.generated.ts';

/** Shopify's standard metafields `reviews.rating` and `reviews.rating_count`, which review apps write. */
type Fields = Pick<z.output<typeof productFields>, 'rating' | 'ratingCount'>;

const stars = z.object({
  value: z.coerce.number().min(0),
  scale_min: z.coerce.number().min(0),
  scale_max: z.coerce.number().min(1),
});

/** Returns undefined for a value of another form, and where the count says that there are no ratings. */
export function toRating({ rating, ratingCount }: Fields): Rating | undefined {
  const parsed = readShape(stars, parseJson(rating?.value ?? ''));
  if (!parsed.success) return undefined;
  const { value, scale_min: min, scale_max: max } = parsed.data;
  const count = /^\d{1,9}$/.test(ratingCount?.value ?? '') ? Number(ratingCount?.value) : undefined;
  if (value > max || count === 0) return undefined;
  return { value, min, max, ...(count === undefined ? {} : { count }) };
}
