import { parentPort } from 'node:worker_threads';
import type { CatalogEntry } from './wire.ts';
import { toProduct } from './to-product.ts';

interface Page {
  entries: readonly CatalogEntry[];
  currency: string;
}

parentPort?.postMessage('ready');
parentPort?.on('message', ({ entries, currency }: Page) => {
  parentPort?.postMessage(entries.map((entry) => toProduct(entry, currency)));
});
