import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ReadManifest } from '../../commerce/store/published-manifest.ts';
import type { Diagnostic } from '../../merchant/discovery/diagnostic.ts';
import type { Probe } from '../../outbound/guarded-fetch/probe.ts';
import {
  manifestResponse,
  productPageResponse,
  productsResponse,
} from '../../protocols/contract/responses.ts';
import { askJson, badAnswer, fine, problem, warning } from './answers.ts';

const errorResponse = z.object({ error: z.string().min(1) });

/** Checks the read endpoints. Returns the id of an available variant, if one was found. */
export async function checkEndpoints(
  ask: Probe,
  { transports }: ReadManifest,
  query: string,
): Promise<{ diagnostics: Diagnostic[]; variantId?: string }> {
  const { rest, mcp } = transports;
  if (rest === undefined) {
    return {
      diagnostics: [
        problem(
          'rest',
          'The manifest names no REST endpoint.',
          'Agents find nothing to ask.',
          'Name it as services["dev.ucp.shopping"].endpoint.',
        ),
      ],
    };
  }
  const search = await searchCatalog(ask, rest, query);
  const diagnostics = [
    await readManifestAtEndpoint(ask, rest),
    search.diagnostic,
    ...(search.productId === undefined ? [] : [await lookUp(ask, rest, search.productId)]),
    await readUnknownSession(ask, rest),
    await preflight(ask, rest),
    mcp === undefined
      ? warning(
          'mcp',
          'The manifest names no MCP endpoint.',
          'Agents that speak MCP only do not find the store.',
          'Offer one as services["dev.ucp.shopping.mcp"].',
        )
      : await listTools(ask, mcp),
  ];
  return { diagnostics, ...(search.variantId === undefined ? {} : { variantId: search.variantId }) };
}

async function readManifestAtEndpoint(ask: Probe, rest: string): Promise<Diagnostic> {
  const answer = await askJson(ask, rest);
  if (answer.status === 200 && manifestResponse.safeParse(answer.body).success) {
    return fine('endpoint', `The endpoint ${rest} returns its manifest.`);
  }
  return badAnswer('endpoint', `GET ${rest}`, answer, manifestResponse);
}

async function searchCatalog(ask: Probe, rest: string, query: string) {
  const path = `/catalog/search?q=${encodeURIComponent(query)}&first=10`;
  const answer = await askJson(ask, rest + path);
  const page = productPageResponse.safeParse(answer.body);
  if (answer.status !== 200 || !page.success) {
    return { diagnostic: badAnswer('search', `GET ${path}`, answer, productPageResponse) };
  }
  const { products, stale } = page.data;
  if (stale) {
    const cause = 'The shop itself did not answer, so the service’s copy of its catalog did.';
    return {
      diagnostic: warning(
        'search',
        'The catalog is an older copy.',
        cause,
        'Check that the shop is up, and that its credentials still work.',
      ),
    };
  }
  if (products.length === 0) {
    const cause = `Nothing was found for “${query}”.`;
    return {
      diagnostic: warning(
        'search',
        'The search works, and finds nothing.',
        cause,
        'Try a word that is in a product’s title: --query mug',
      ),
    };
  }
  const buyable = products.flatMap(({ variants }) => variants).find(({ available }) => available);
  return {
    diagnostic: fine(
      'search',
      `The catalog answers: ${products.length} ${products.length === 1 ? 'product' : 'products'} for “${query}”, “${products[0]?.title}” first.`,
    ),
    productId: products[0]?.id,
    variantId: buyable?.id,
  };
}

async function lookUp(ask: Probe, rest: string, id: string): Promise<Diagnostic> {
  const answer = await askJson(ask, `${rest}/catalog/lookup?ids=${encodeURIComponent(id)}`);
  const parsed = productsResponse.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success) {
    return badAnswer('lookup', 'GET /catalog/lookup', answer, productsResponse);
  }
  if (parsed.data.products.some((product) => product.id === id))
    return fine('lookup', 'A product is found again by its id.');
  return problem(
    'lookup',
    'A product that was just found is not known by its id.',
    `GET /catalog/lookup does not answer with ${id}.`,
    'Look up by the ids that search gives.',
  );
}

async function readUnknownSession(ask: Probe, rest: string): Promise<Diagnostic> {
  const answer = await askJson(ask, `${rest}/checkout-sessions/${randomUUID()}`);
  if (answer.status === 404 && errorResponse.safeParse(answer.body).success) {
    return fine('errors', 'An unknown session gets a 404 with a clear error.');
  }
  return badAnswer('errors', 'GET /checkout-sessions/{unknown id}', answer, errorResponse, 404);
}

async function preflight(ask: Probe, rest: string): Promise<Diagnostic> {
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
  if (['*', 'https://agent.example'].includes(origin ?? '') && /\*|idempotency-key/.test(headers)) {
    return fine('cors', 'Agents that run in a browser may ask.');
  }
  return warning(
    'cors',
    'Agents that run in a browser may not ask.',
    'The preflight (OPTIONS) does not let another origin send JSON with an Idempotency-Key.',
    'Answer OPTIONS with Access-Control-Allow-Origin, -Methods and -Headers.',
  );
}

const TOOLS = ['create_checkout_session', 'get_checkout_session', 'complete_checkout_session'];
const toolList = z.object({ result: z.object({ tools: z.array(z.object({ name: z.string() })) }) });

async function listTools(ask: Probe, mcp: string): Promise<Diagnostic> {
  const answer = await askJson(ask, mcp, {
    method: 'POST',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { accept: 'application/json, text/event-stream' },
  });
  const listed = toolList.safeParse(answer.body);
  if (!listed.success) return badAnswer('mcp', 'tools/list over MCP', answer, toolList);
  const names = listed.data.result.tools.map(({ name }) => name);
  const missing = TOOLS.filter((name) => !names.includes(name));
  if (missing.length === 0) return fine('mcp', `MCP answers, with ${names.length} tools.`);
  return problem(
    'mcp',
    `MCP does not offer ${missing.join(', ')}.`,
    `tools/list names ${names.join(', ') || 'none'}.`,
    'Offer the tools of the contract.',
  );
}
