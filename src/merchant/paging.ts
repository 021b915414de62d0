import { z } from 'zod';

/** Query parameters of every list. */
export const paging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1).describe('Number of the page, from 1.'),
  per_page: z.coerce.number().int().min(1).max(100).default(25),
};

export interface Page {
  page: number;
  per_page: number;
}

export function toRange({ page, per_page: limit }: Page): { limit: number; offset: number } {
  return { limit, offset: (page - 1) * limit };
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int(),
    page: z.int(),
    per_page: z.int(),
  });
}

export function toPage<Item>(items: Item[], total: number, { page, per_page }: Page) {
  return { items, total, page, per_page };
}
