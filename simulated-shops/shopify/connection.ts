import { GraphQLError } from 'graphql';

export interface PageArguments {
  first?: number | null;
  after?: string | null;
}

export interface Connection<Node> {
  nodes: Node[];
  edges: { cursor: string; node: Node }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  totalCount: number;
}

const MAX_PAGE = 250;

/** One page of a list, as Shopify's connections are. */
export function connection<Node>(all: readonly Node[], page: PageArguments): Connection<Node> {
  const start = page.after ? readCursor(page.after, 'offset') + 1 : 0;
  return pageFrom(all, page, start, (_, position) => cursorOf('offset', position));
}

/** One page of a list sorted by number, so that cursors survive insertions and deletions. */
export function connectionById<Node>(
  all: readonly Node[],
  page: PageArguments,
  numberOf: (node: Node) => number,
): Connection<Node> {
  const last = page.after ? readCursor(page.after, 'last_id') : 0;
  const start = all.filter((node) => numberOf(node) <= last).length;
  return pageFrom(all, page, start, (node) => cursorOf('last_id', numberOf(node)));
}

/** Renders the nodes of one page only: catalogs may be long. */
export function viewed<Node, View>(page: Connection<Node>, view: (node: Node) => View): Connection<View> {
  const edges = page.edges.map(({ cursor, node }) => ({ cursor, node: view(node) }));
  return { ...page, edges, nodes: edges.map(({ node }) => node) };
}

function pageFrom<Node>(
  all: readonly Node[],
  { first }: PageArguments,
  start: number,
  cursor: (node: Node, position: number) => string,
): Connection<Node> {
  if (first === undefined || first === null) throw badRequest('you must provide one of first or last');
  if (first < 0 || first > MAX_PAGE) throw badRequest(`first must be between 0 and ${MAX_PAGE}`);
  const nodes = all.slice(start, start + first);
  const edges = nodes.map((node, index) => ({ cursor: cursor(node, start + index), node }));
  return {
    nodes,
    edges,
    totalCount: all.length,
    pageInfo: {
      hasNextPage: start + nodes.length < all.length,
      hasPreviousPage: start > 0,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function cursorOf(kind: 'offset' | 'last_id', value: number): string {
  return Buffer.from(JSON.stringify({ [kind]: value })).toString('base64url');
}

function readCursor(cursor: string, kind: 'offset' | 'last_id'): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, key, digits] = /^\{"(\w+)":(\d+)\}$/.exec(text) ?? [];
  if (key !== kind) throw badRequest('Invalid cursor for current pagination sort.');
  return Number(digits);
}

function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
}
