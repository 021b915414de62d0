import { z } from 'zod';
import { forStore } from '../action.ts';
import { defineWholeList } from '../lists.ts';

const MAX_CATEGORIES = 1_000;

const category = z.object({
  category: z.string().describe('Path such as `Home > Kitchen`.'),
  products: z.int().describe('Products of the category and of those below it.'),
});

export const categoryEndpoints = [
  forStore(
    defineWholeList({
      id: 'listStoreCategories',
      route: 'GET /stores/{slug}/categories',
      isCostly: true,
      summary: 'Lists the categories of the products of the catalog copy, the largest first.',
      row: category,
      async listItems({ context, store }) {
        const counts = new Map<string, number>();
        for (const { categories } of (await context.productSummaries.listSummaries(store.id)).values())
          for (const path of new Set(categories.flatMap(listPaths)))
            counts.set(path, (counts.get(path) ?? 0) + 1);
        return [...counts]
          .map(([path, products]) => ({ category: path, products }))
          .toSorted(
            (one, other) => other.products - one.products || one.category.localeCompare(other.category),
          )
          .slice(0, MAX_CATEGORIES);
      },
    }),
  ),
];

/** Returns a path and the paths of the categories above it. */
function listPaths(path: string): string[] {
  const names = path.split('>').map((name) => name.trim());
  return names.map((_, index) => names.slice(0, index + 1).join(' > '));
}
