import type { FeedStore } from './feed-item.ts';
import { SURFACES, type Surface, type SurfaceName, type Value } from './surfaces.ts';

type Format = 'xml' | 'csv' | 'jsonl';

export const FEED_FILES = [
  'google.xml',
  'google.csv',
  'openai.csv',
  'openai.jsonl',
  'meta.csv',
  'paypal.csv',
] as const satisfies `${SurfaceName}.${Format}`[];
export type FeedFile = (typeof FEED_FILES)[number];

export function isFeedFile(name: string): name is FeedFile {
  return (FEED_FILES as readonly string[]).includes(name);
}

export function getSurface(file: FeedFile): Surface {
  return SURFACES[file.split('.')[0] as SurfaceName];
}

interface Writer {
  type: string;
  begin(surface: Surface, store: FeedStore): string;
  row(surface: Surface, values: readonly Value[]): string;
  end: string;
}

export function getWriter(file: FeedFile): Writer {
  return WRITERS[file.split('.')[1] as Format];
}

const WRITERS: Readonly<Record<Format, Writer>> = {
  xml: {
    type: 'application/xml; charset=utf-8',
    begin: (_, { name, url }) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n<title>${escapeXml(name)}</title>\n<link>${escapeXml(url)}</link>\n<description>${escapeXml(name)}</description>\n`,
    row: ({ fields }, values) =>
      `<item>${fields.map(({ name }, place) => toElements(`g:${name}`, values[place])).join('')}</item>\n`,
    end: '</channel>\n</rss>\n',
  },
  csv: {
    type: 'text/csv; charset=utf-8',
    begin: ({ fields }) => `${fields.map(({ name }) => name).join(',')}\r\n`,
    row: ({ fields }, values) =>
      `${fields.map(({ name }, place) => toCell(values[place], name)).join(',')}\r\n`,
    end: '',
  },
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    begin: () => '',
    row: ({ fields }, values) =>
      `${JSON.stringify(Object.fromEntries(fields.map(({ name }, place) => [name, toJson(values[place])])))}\n`,
    end: '',
  },
};

/** Characters that XML 1.0 has no form for. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  return text.replaceAll(NOT_XML, '').replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');
}

function toElements(name: string, value: Value): string {
  if (value === undefined) return '';
  if (typeof value !== 'object') return `<${name}>${escapeXml(String(value))}</${name}>`;
  return value
    .map((each) => {
      if (typeof each === 'string') return toElements(name, each);
      const parts = toElements('g:attribute_name', each.name) + toElements('g:attribute_value', each.value);
      return `<${name}>${parts}</${name}>`;
    })
    .join('');
}

function toJson(value: Value): unknown {
  if (typeof value !== 'object') return value;
  const details = value.flatMap((each) => (typeof each === 'string' ? [] : [[each.name, each.value]]));
  if (details.length > 0) return Object.fromEntries(details);
  return value.length === 0 ? undefined : value;
}

/** Begins a formula in a spreadsheet. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A formula begins with a space, which readers of feeds trim and a spreadsheet does not run. RFC 4180 for the rest. */
function toCell(value: Value, name: string): string {
  const text = typeof value === 'object' ? toListText(value, name) : String(value ?? '');
  if (text === '') return '';
  return `"${(FORMULA.test(text) ? ' ' : '') + text.replaceAll('"', '""')}"`;
}

/** Lists have commas between; details are an object of JSON at OpenAI, and `section:name:value` without a section at Google. */
function toListText(value: Exclude<Value, string | boolean | number | undefined>, name: string): string {
  if (name === 'variant_dict') return value.length === 0 ? '' : JSON.stringify(toJson(value));
  return value
    .map((each) => (typeof each === 'string' ? each : `:${toPart(each.name)}:${toPart(each.value)}`))
    .map((each) => (each.includes(',') ? `"${each.replaceAll('"', '""')}"` : each))
    .join(',');
}

function toPart(text: string): string {
  return text.replaceAll(':', ' ').replaceAll(/\s+/g, ' ').trim();
}
