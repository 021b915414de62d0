import assert from 'node:assert/strict';
import type { Feeds } from '../client/index.ts';
import type { Merchant } from './merchant.ts';

/** Addresses of a store's feeds on the running service, by the names of their files. */
export async function feedUrlsOf(
  { baseUrl }: { baseUrl: string },
  merchant: Merchant,
  slug: string,
): Promise<Record<string, string>> {
  const { body } = await merchant.get<Feeds>(`/stores/${slug}/feeds`);
  return Object.fromEntries(
    body.files.map(({ file, url }) => [file, new URL(new URL(url).pathname, baseUrl).href]),
  );
}

/** A row of a feed by the names of its fields; empty and absent fields are left out. */
export type FeedRow = Record<string, string>;

/** Reads a feed of any format, as a reader does that trims values. */
export async function readFeed(url: string): Promise<FeedRow[]> {
  const answer = await fetch(url);
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  if (url.endsWith('.xml')) return readXml(text);
  return url.endsWith('.csv') ? readCsv(text) : text.split('\n').filter(Boolean).map(toTexts);
}

function toTexts(line: string): FeedRow {
  const row = Object.entries(JSON.parse(line) as Record<string, unknown>);
  return Object.fromEntries(
    row.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
}

/** RFC 4180. */
export function readCsv(text: string): FeedRow[] {
  const cells: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    cells.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end?.endsWith('\n')) cells.push([]);
  }
  const [names = [], ...rows] = cells;
  return rows
    .filter((row) => row.length === names.length)
    .map((row) =>
      Object.fromEntries(names.flatMap((name, place) => (row[place] ? [[name, row[place]]] : []))),
    );
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function readXml(text: string): FeedRow[] {
  const toText = (value: string) => value.replaceAll(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '');
  return [...text.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) =>
    Object.fromEntries(
      [...item.matchAll(/<g:(\w+)>(.*?)<\/g:\1>/gs)].map(([, name, value = '']) => [name, toText(value)]),
    ),
  );
}
