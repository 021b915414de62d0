import { z } from 'zod';
import { toMinorUnits } from '../../commerce/money.ts';

/** Parses `12.5`, `25.0`, `29.999` by string arithmetic into minor units of the currency beside it. */
export const money = z
  .object({ amount: z.string(), currencyCode: z.string() })
  .transform(({ amount, currencyCode }, context) => {
    try {
      return { amount: toMinorUnits(amount, currencyCode), currency: currencyCode };
    } catch {
      context.addIssue({ code: 'custom', message: 'not an amount' });
      return z.NEVER;
    }
  });

/** Connection of which only the nodes are selected. */
export function nodesOf<Node extends z.ZodType>(node: Node) {
  return z.object({ nodes: z.array(node) });
}

/** Position in a paged list. */
const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });

/** Page of a connection. */
export function pageOf<Node extends z.ZodType>(node: Node) {
  return z.object({ pageInfo, nodes: z.array(node) });
}

/** Start of the next page; null after the last. */
export function nextOf({ hasNextPage, endCursor }: z.output<typeof pageInfo>): string | null {
  return hasNextPage ? endCursor : null;
}
