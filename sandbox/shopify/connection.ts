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

const MOST = 250;

/** One page of a list, as Shopify's connections are. */
export function connection<Node>(all: readonly Node[], page: PageArguments): Connection<Node> {
  const { first } = page;
  if (first === undefined || first === null) throw badRequest('you must provide one of first or last');
  if (first < 0 || first > MOST) throw badRequest(`first must be between 0 and ${MOST}`);
  const start = page.after ? positionOf(page.after) + 1 : 0;
  const nodes = all.slice(start, start + first);
  const edges = nodes.map((node, index) => ({ cursor: cursorOf(start + index), node }));
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

function cursorOf(position: number): string {
  return Buffer.from(JSON.stringify({ offset: position })).toString('base64url');
}

function positionOf(cursor: string): number {
  const [, digits] = /^\{"offset":(\d+)\}$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (digits === undefined) throw badRequest('Invalid cursor for current pagination sort.');
  return Number(digits);
}

function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
}
