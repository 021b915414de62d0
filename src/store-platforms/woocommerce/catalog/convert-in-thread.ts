import { parentPort } from 'node:worker_threads';
import { toProduct } from './to-product.ts';
import type { CatalogEntry } from './wire.ts';

interface Page {
  entries: readonly CatalogEntry[];
  currency: string;
}

parentPort?.postMessage('ready');
parentPort?.on('message', ({ entries, currency }: Page) => {
  parentPort?.postMessage(entries.map((entry) => toProduct(entry, currency)));
});
