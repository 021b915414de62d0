import type { Service } from '../service.ts';
import { readProgress } from '../upkeep/import-products.ts';

/** What the service holds of a store's catalog, and whether it is reading it right now. */
export interface CatalogState {
  products: number;
  /** ISO instant at which the last whole reading ended. */
  importedAt: string | null;
  importing: { done: number; total: number | null } | null;
}

export async function catalogState(service: Service, storeId: string): Promise<CatalogState> {
  const [products, last, tasks] = await Promise.all([
    service.products.count(storeId),
    service.products.lastImport(storeId),
    service.tasks.ofStore(storeId),
  ]);
  const progress = readProgress(tasks.find((task) => task.kind === 'import_products')?.progress);
  const importing =
    progress && progress.finishedAt === null ? { done: progress.done, total: progress.total } : null;
  return { products, importedAt: last?.finishedAt ?? null, importing };
}

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
