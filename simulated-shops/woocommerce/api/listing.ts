import { apiUrl, type Site } from '../site.ts';
import type { ApiCall } from './api-routes.ts';
import { integer, optional, readParams } from './query-params.ts';

export interface Page {
  page: number;
  per_page: number;
  /** Takes the place of `page`. */
  offset?: number | undefined;
}

export const PAGING = { page: integer(1, 1), per_page: integer(10, 1, 100), offset: optional(integer(0, 0)) };

export function readPage(call: ApiCall): Page {
  return readParams<Page>(call.query, PAGING);
}

/** Returns one page with totals in headers; a page beyond the end is empty, not an error. */
export function paged<T>(
  site: Site,
  call: ApiCall,
  items: readonly T[],
  { page, per_page, offset = (page - 1) * per_page }: Page,
): T[] {
  const pages = Math.ceil(items.length / per_page);
  call.reply.header('X-WP-Total', String(items.length)).header('X-WP-TotalPages', String(pages));
  const links = [
    ...(page > 1 ? [pageLink(site, call, Math.min(page - 1, Math.max(pages, 1)), 'prev')] : []),
    ...(page < pages ? [pageLink(site, call, page + 1, 'next')] : []),
  ];
  if (links.length > 0) call.reply.header('Link', links.join(', '));
  return items.slice(offset, offset + per_page);
}

function pageLink(site: Site, call: ApiCall, page: number, rel: string): string {
  const [path = '', query] = call.request.url.split('?');
  const params = new URLSearchParams(query);
  params.set('page', String(page));
  const self = apiUrl(site, path.slice(path.indexOf('/wc/v3') + '/wc/v3'.length));
  return `<${self}?${params}>; rel="${rel}"`;
}

/** Applies `_fields=id,name,image.src`; WordPress keeps `_links`. */
export function chosenFields(call: ApiCall, body: object): object {
  const { _fields: fields } = call.query;
  if (fields === undefined) return body;
  const names = [fields].flat().flatMap((each) => each.split(',').map((name) => name.trim()));
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      if (key === '_links' || names.includes(key)) return [[key, value]];
      const inner = names.filter((name) => name.startsWith(`${key}.`)).map((name) => name.split('.')[1]);
      if (inner.length === 0 || typeof value !== 'object' || value === null) return [];
      return [[key, Object.fromEntries(Object.entries(value).filter(([name]) => inner.includes(name)))]];
    }),
  );
}
