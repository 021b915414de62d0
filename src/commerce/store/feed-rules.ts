/** Changes that a merchant makes to the product feeds of a store. */
export interface FeedRules {
  /** Names or paths of categories, and tags, whose products are left out. */
  leaveOut: readonly string[];
  /** Template with `{title}`, `{brand}` and `{options}`; null: the title, with the options of a variant. */
  title: string | null;
  /** Brand of products without one; null: none. */
  brand: string | null;
  /** Categories of Google's taxonomy, as names or numbers, by names or paths of the shop's. */
  categories: Readonly<Record<string, string>>;
}

export const NO_FEED_RULES: FeedRules = { leaveOut: [], title: null, brand: null, categories: {} };

/** Reads lines such as `Mugs = Home & Garden > Kitchen`. A line without a sign of equality maps to an empty text, which is refused. */
export function parseCategoryLines(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [from = '', ...to] = line.split('=');
      return [from.trim(), to.join('=').trim()];
    }),
  );
}

export function formatCategoryLines(categories: FeedRules['categories']): string[] {
  return Object.entries(categories).map(([from, to]) => `${from} = ${to}`);
}
