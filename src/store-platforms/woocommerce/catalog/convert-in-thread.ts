import { answerTasks } from '../../transport/answer-tasks.ts';
import { toProduct } from './to-product.ts';
import type { CatalogEntry } from './wire.ts';

export interface EntriesOfPage {
  entries: readonly CatalogEntry[];
  currency: string;
}

answerTasks(({ entries, currency }: EntriesOfPage) => entries.map((entry) => toProduct(entry, currency)));
