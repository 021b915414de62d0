import { z } from 'zod';
import { parseJson } from '../../commerce/json/parse-json.ts';
import {
  type Diagnostic,
  toOkDiagnostic,
  toProblemDiagnostic,
  toWarningDiagnostic,
} from '../../merchant/discovery/diagnostic.ts';
import { countText } from '../shell/count-text.ts';
import { LOOK_INTO_LOG } from './answers.ts';
import type { transferCart } from './cart-client.ts';
import { diagnoseRefusedInFront, diagnoseUnanswered, NOT_REPEATED } from './not-reached.ts';

/** A buyer waits for the cart, and the platform for no longer than a page may take. Bounds of this check, in milliseconds. */
const SLOW_MS = 1_000;
const TOO_SLOW_MS = 5_000;

const cartAnswer = z.object({
  id: z.string().min(1),
  currency: z.string(),
  line_items: z.array(z.object({ item: z.object({ id: z.string() }) })),
  continue_url: z.string(),
  messages: z
    .array(
      z.object({
        type: z.string(),
        code: z.string().optional(),
        content: z.string().optional(),
        path: z.string().optional(),
      }),
    )
    .optional(),
});

export type MadeCart = z.infer<typeof cartAnswer>;

export function diagnoseCart(
  { probed, ms }: Awaited<ReturnType<typeof transferCart>>,
  ids: readonly string[],
): { diagnostics: Diagnostic[]; cart?: MadeCart } {
  if (probed.kind === 'failure')
    return { diagnostics: [diagnoseUnanswered('cart', 'POST /carts', probed.code)] };
  const inFront = diagnoseRefusedInFront('cart', 'POST /carts', probed);
  if (inFront) return { diagnostics: [inFront] };
  const body = parseJson(probed.text);
  const cart = cartAnswer.safeParse(body);
  if (![200, 201].includes(probed.status) || !cart.success)
    return { diagnostics: [diagnoseRefusedCart(probed.status, body, cart.error)] };
  return { diagnostics: [diagnoseLines(cart.data, ids), diagnoseLatency(ms)], cart: cart.data };
}

function diagnoseRefusedCart(status: number, body: unknown, error: z.ZodError | undefined): Diagnostic {
  const answer = z
    .object({
      content: z.string().optional(),
      messages: z.array(z.object({ content: z.string() })).optional(),
    })
    .safeParse(body).data;
  const words = answer?.content ?? answer?.messages?.[0]?.content ?? error?.issues[0]?.path.join('.');
  return toProblemDiagnostic('cart', {
    title: [200, 201].includes(status)
      ? 'POST /carts answers with no cart.'
      : `POST /carts answers ${status} instead of 201.`,
    cause: `${words === undefined ? 'It says nothing about it' : `It says: ${words}`}. ${NOT_REPEATED}`,
    remedy: REMEDIES[status] ?? LOOK_INTO_LOG,
  });
}

const NOT_SOLD = 'See whether the products are still sold, and whether the feed has the ids of this shop.';

const REMEDIES: Readonly<Record<number, string>> = {
  200: NOT_SOLD,
  201: NOT_SOLD,
  400: 'See whether the feed has ids that this store knows: of its variants, or of its pages.',
  401: 'The platform sends no credentials unless you gave it a key: let the request pass without.',
  403: 'Let the platform’s requests pass; with "only": true in UCP_AGENT_PLATFORMS, add it to the file.',
  404: 'See whether the store is connected, and carts are switched on.',
  424: 'The service could not fetch the platform’s profile: let it reach the public internet.',
  429: 'Give the platform a token with the scope agent, or vouch for it in UCP_AGENT_PLATFORMS: its buyers share a few addresses.',
};

function diagnoseLines({ line_items: lines, messages = [] }: MadeCart, ids: readonly string[]): Diagnostic {
  const messageTexts = messages
    .filter(({ type }) => type !== 'info')
    .map(({ content, code }) => content ?? code ?? '');
  const isFine = messageTexts.length === 0;
  if (isFine && lines.length === ids.length)
    return toOkDiagnostic(
      'cart',
      `A cart with ${countText(ids.length, 'id')} was made at the first request.`,
    );
  // Equal variants share a line.
  if (isFine && lines.length > 0 && lines.length < ids.length)
    return toOkDiagnostic(
      'cart',
      `A cart was made at the first request: ${ids.length} ids of ${lines.length} variants.`,
    );
  return toProblemDiagnostic('cart', {
    title: `The cart has ${lines.length} of ${ids.length} items.`,
    cause: isFine ? 'It does not say why.' : `It says: ${messageTexts.join(' ')}`,
    remedy: 'Take what is not sold any more out of the feed, and compare its ids with those of the shop.',
  });
}

function diagnoseLatency(ms: number): Diagnostic {
  const text = `${(ms / 1_000).toFixed(1)} s`;
  if (ms <= SLOW_MS) return toOkDiagnostic('latency', `The cart was there after ${text}.`);
  const diagnose = ms > TOO_SLOW_MS ? toProblemDiagnostic : toWarningDiagnostic;
  return diagnose('latency', {
    title: `The cart took ${text}.`,
    cause: 'The buyer waits for it, and the platform gives up on slow answers.',
    remedy: 'See under Requests how much of it is the shop’s part, and what slows its checkout.',
  });
}
