import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { toDecimal } from '../../commerce/money/money.ts';
import type { ReadManifest } from '../../commerce/store/published-manifest.ts';
import {
  type Diagnostic,
  toOkDiagnostic,
  toProblemDiagnostic,
  toWarningDiagnostic,
} from '../../merchant/discovery/diagnostic.ts';
import type { Probe } from '../../outbound/guarded-fetch/ask-whole.ts';
import {
  manifestResponse,
  productPageResponse,
  productsResponse,
  sessionResponse,
} from '../../protocols/contract/responses.ts';
import { countText } from '../shell/format.ts';
import { askJson, diagnoseAnswer, readAnswer } from './answers.ts';

type Checks = { query: string; session?: boolean };

/** Checks the read endpoints, and a session where it is asked for. */
export async function checkEndpoints(ask: Probe, { transports }: ReadManifest, { query, session }: Checks) {
  const { rest, mcp } = transports;
  if (rest === undefined) return [NO_REST];
  const { diagnostic, productId, variantId } = await searchCatalog(ask, rest, query);
  return [
    await readManifestAtEndpoint(ask, rest),
    diagnostic,
    ...(productId === undefined ? [] : [await lookUp(ask, rest, productId)]),
    await readUnknownSession(ask, rest),
    await checkPreflight(ask, rest),
    mcp === undefined ? NO_MCP : await listTools(ask, mcp),
    ...(session ? await checkSession(ask, rest, variantId) : []),
  ];
}

const NO_REST = toProblemDiagnostic('rest', {
  title: 'The manifest names no REST endpoint.',
  cause: 'Agents find nothing to ask.',
  remedy: 'Name it as services["dev.ucp.shopping"].endpoint.',
});

const NO_MCP = toWarningDiagnostic('mcp', {
  title: 'The manifest names no MCP endpoint.',
  cause: 'Agents that speak MCP only do not find the store.',
  remedy: 'Offer one as services["dev.ucp.shopping.mcp"].',
});

async function readManifestAtEndpoint(ask: Probe, rest: string): Promise<Diagnostic> {
  const expected = { check: 'endpoint', what: `GET ${rest}`, shape: manifestResponse };
  const answer = await askJson(ask, rest);
  return diagnoseAnswer(answer, expected, () => `The endpoint ${rest} returns its manifest.`);
}

/** Without ids where it found nothing to go on with. */
async function searchCatalog(ask: Probe, rest: string, query: string) {
  const path = `/catalog/search?q=${encodeURIComponent(query)}&first=10`;
  const expected = { check: 'search', what: `GET ${path}`, shape: productPageResponse };
  const page = readAnswer(await askJson(ask, rest + path), expected);
  if (page.diagnostic) return { diagnostic: page.diagnostic };
  const { products, stale } = page.data;
  if (stale) return { diagnostic: OLDER_COPY };
  const [first] = products;
  if (!first)
    return {
      diagnostic: toWarningDiagnostic('search', {
        title: 'The search works, and finds nothing.',
        cause: `Nothing was found for “${query}”.`,
        remedy: 'Try a word that is in a product’s title: --query mug',
      }),
    };
  const result = `${countText(products.length, 'product')} for “${query}”, “${first.title}” first`;
  return {
    diagnostic: toOkDiagnostic('search', `The catalog answers: ${result}.`),
    productId: first.id,
    variantId: products.flatMap(({ variants }) => variants).find(({ available }) => available)?.id,
  };
}

const OLDER_COPY = toWarningDiagnostic('search', {
  title: 'The catalog is an older copy.',
  cause: 'The shop itself did not answer, so the service’s copy of its catalog did.',
  remedy: 'Check that the shop is up, and that its credentials still work.',
});

async function lookUp(ask: Probe, rest: string, id: string): Promise<Diagnostic> {
  const answer = await askJson(ask, `${rest}/catalog/lookup?ids=${encodeURIComponent(id)}`);
  const expected = { check: 'lookup', what: 'GET /catalog/lookup', shape: productsResponse };
  return diagnoseAnswer(answer, expected, ({ products }) =>
    products.some((product) => product.id === id)
      ? 'A product is found again by its id.'
      : toProblemDiagnostic('lookup', {
          title: 'A product that was just found is not known by its id.',
          cause: `GET /catalog/lookup does not answer with ${id}.`,
          remedy: 'Look up by the ids that search gives.',
        }),
  );
}

async function readUnknownSession(ask: Probe, rest: string): Promise<Diagnostic> {
  const what = 'GET /checkout-sessions/{unknown id}';
  const answer = await askJson(ask, `${rest}/checkout-sessions/${randomUUID()}`);
  const expected = { check: 'errors', what, shape: z.object({ error: z.string().min(1) }), status: 404 };
  return diagnoseAnswer(answer, expected, () => 'An unknown session gets a 404 with a clear error.');
}

async function checkPreflight(ask: Probe, rest: string): Promise<Diagnostic> {
  const probed = await ask(`${rest}/checkout-sessions`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://agent.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type, idempotency-key',
    },
  });
  const allowed = probed.kind === 'answer' && probed.status < 300 ? probed.headers : new Headers();
  const origin = allowed.get('access-control-allow-origin');
  const headers = (allowed.get('access-control-allow-headers') ?? '').toLowerCase();
  if (['*', 'https://agent.example'].includes(origin ?? '') && /\*|idempotency-key/.test(headers))
    return toOkDiagnostic('cors', 'Agents that run in a browser may ask.');
  return toWarningDiagnostic('cors', {
    title: 'Agents that run in a browser may not ask.',
    cause: 'The preflight (OPTIONS) does not let another origin send JSON with an Idempotency-Key.',
    remedy: 'Answer OPTIONS with Access-Control-Allow-Origin, -Methods and -Headers.',
  });
}

const TOOLS = ['create_checkout_session', 'get_checkout_session', 'complete_checkout_session'];
const toolList = z.object({ result: z.object({ tools: z.array(z.object({ name: z.string() })) }) });

async function listTools(ask: Probe, mcp: string): Promise<Diagnostic> {
  const answer = await askJson(ask, mcp, {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { accept: 'application/json, text/event-stream' },
  });
  const expected = { check: 'mcp', what: 'tools/list over MCP', shape: toolList };
  return diagnoseAnswer(answer, expected, ({ result }) => {
    const names = result.tools.map(({ name }) => name);
    const missing = TOOLS.filter((name) => !names.includes(name));
    if (missing.length === 0) return `MCP answers, with ${names.length} tools.`;
    return toProblemDiagnostic('mcp', {
      title: `MCP does not offer ${missing.join(', ')}.`,
      cause: `tools/list names ${names.join(', ') || 'none'}.`,
      remedy: 'Offer the tools of the contract.',
    });
  });
}

/** Creates a session, replays its key, reads it, and always cancels it. */
async function checkSession(ask: Probe, rest: string, variantId: string | undefined) {
  if (variantId === undefined) return [NOTHING_IN_STOCK];
  const request = {
    body: { line_items: [{ item: { id: variantId }, quantity: 1 }] },
    headers: { 'idempotency-key': randomUUID() },
  };
  const create = () => askJson(ask, `${rest}/checkout-sessions`, request);
  const expected = { check: 'session', what: 'POST /checkout-sessions', shape: sessionResponse, status: 201 };
  const session = readAnswer(await create(), expected);
  if (session.diagnostic) return [session.diagnostic];
  const { id } = session.data;
  const url = `${rest}/checkout-sessions/${id}`;
  const shape = sessionResponse.extend({ id: z.literal(id) });
  const reread = { check: 'read', what: 'GET /checkout-sessions/{id}', shape };
  return [
    diagnoseSession(session.data),
    diagnoseReplay(await create(), id),
    diagnoseAnswer(await askJson(ask, url), reread, () => 'The session can be read.'),
    await cancel(ask, url, id),
  ];
}

const NOTHING_IN_STOCK = toWarningDiagnostic('session', {
  title: 'No session was made: nothing that can be bought was found.',
  cause: 'None of the products found is in stock.',
  remedy: 'Name something that is: --query mug',
});

function diagnoseSession(session: z.infer<typeof sessionResponse>): Diagnostic {
  const { status, totals, currency, continue_url: address } = session;
  const { subtotal, discount, tax, shipping = 0, total } = totals;
  if (subtotal - discount + tax + shipping !== total)
    return toProblemDiagnostic('session', {
      title: 'The session’s totals do not add up.',
      cause: `${subtotal} − ${discount} + ${tax} + ${shipping} is not ${total} (minor units of ${currency}).`,
      remedy: 'Compare with the shop’s cart; a plugin may change prices.',
    });
  if (status !== 'requires_escalation' || address === null)
    return toProblemDiagnostic('session', {
      title: 'The session cannot be paid.',
      cause: `Its status is ${status}, and it has ${address === null ? 'no' : 'an'} address to pay at.`,
      remedy: 'Open the session in the console: its timeline has the shop’s answers.',
    });
  const price = `${toDecimal(total, currency)} ${currency}`;
  return toOkDiagnostic('session', `A session was made: ${price}, to be paid at ${new URL(address).host}.`);
}

function diagnoseReplay({ status, body }: Awaited<ReturnType<typeof askJson>>, id: string): Diagnostic {
  const session = sessionResponse.safeParse(body);
  if (session.data?.id === id && status === 200)
    return toOkDiagnostic('idempotency', 'The same Idempotency-Key again gives the same session.');
  return toProblemDiagnostic('idempotency', {
    title: 'The same Idempotency-Key again does not give the same session.',
    cause: `The answer is ${status}${session.success ? ' with another id' : ''}.`,
    remedy: 'Return the first session for a repeated key: agents repeat a request whose answer was lost.',
  });
}

async function cancel(ask: Probe, url: string, id: string): Promise<Diagnostic> {
  const what = 'POST /checkout-sessions/{id}/cancel';
  const shape = sessionResponse.extend({ status: z.literal('failed') });
  const answer = await askJson(ask, `${url}/cancel`, { body: {} });
  const expected = { check: 'cancel', what, shape };
  const diagnostic = diagnoseAnswer(answer, expected, () => 'The session was canceled.');
  if (diagnostic.level === 'ok') return diagnostic;
  const cause = `${diagnostic.cause ?? ''} The session ${id} stays open until it expires.`.trim();
  return { ...diagnostic, cause };
}
