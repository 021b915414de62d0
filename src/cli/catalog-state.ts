import type { CatalogState } from '../merchants/catalog-state.ts';

/** `31, 2 h ago`. */
export function catalogInWords({ products, importedAt, importing }: CatalogState, now: number): string {
  if (importing) return `importing, ${importing.done} of ${importing.total ?? '?'}`;
  if (importedAt === null) return 'not yet';
  return `${products}, ${age(Math.max(0, now - Date.parse(importedAt)))} ago`;
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const;

function age(ms: number): string {
  const [size, unit] = UNITS.find(([each]) => ms >= each) ?? [1_000, 's'];
  return `${Math.floor(ms / size)} ${unit}`;
}
