import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../../fixtures/woocommerce/', import.meta.url);

type Recording = { status: number; headers?: Record<string, string>; body: unknown };

/** Recorded answer of a real WooCommerce, as a fresh copy. */
export function recorded(name: string): Recording {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as Recording;
}

/** A recorded body that is one object, with some members replaced. */
export function recordedBody(name: string, changes: object = {}): Record<string, unknown> {
  return { ...(recorded(name).body as Record<string, unknown>), ...changes };
}

export function recordedList(name: string): Record<string, unknown>[] {
  return recorded(name).body as Record<string, unknown>[];
}
