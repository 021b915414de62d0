import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Caller } from '../../../../src/commerce/call/caller.ts';
import { CommerceError, type ErrorKind } from '../../../../src/commerce/errors.ts';
import { shopify } from '../../../../src/store-platforms/shopify/index.ts';
import type { StorePlatform } from '../../../../src/store-platforms/store-platform.ts';
import { createTransport } from '../../../../src/store-platforms/transport/transport.ts';
import { type ScriptedAnswer, type ScriptedServer, scriptedServer } from '../scripted-server.ts';

export const caller: Caller = { requestId: 'r-1', buyerIp: '203.0.113.9' };

type Variables = Record<string, unknown>;
/** By operation: the `data` of an answer, or the whole answer. Several are given one after the other, the last for ever. */
export type Answers = Record<string, Answer | Answer[]>;
type Answer = object | ((variables: Variables) => object);

export interface ScriptedShopify {
  platform: StorePlatform;
  server: ScriptedServer;
  /** The operations asked, in order. */
  operations(): string[];
  /** The variables of the last call of an operation. */
  lastVariables(operation: string): Variables;
}

/** The adapter, connected to a scripted server, for shapes that the simulated shop cannot produce. */
export async function scriptedShopify(
  t: TestContext,
  answers: Answers,
  tokens: Record<string, string> = {},
): Promise<ScriptedShopify> {
  const counts = new Map<string, number>();
  const server = await scriptedServer(({ body }) => {
    const { operationName, variables } = JSON.parse(body);
    const count = counts.get(operationName) ?? 0;
    counts.set(operationName, count + 1);
    const scripted = [answers[operationName] ?? []].flat();
    const answer = scripted[Math.min(count, scripted.length - 1)];
    assert.ok(answer, `nobody told what to answer to ${operationName}`);
    return wholeAnswer(typeof answer === 'function' ? answer(variables) : answer);
  });
  t.after(() => server.close());
  const credentials = shopify.credentials.parse({ domain: server.host, ...tokens });
  const bodies = () => server.requests.map(({ body }) => JSON.parse(body));
  return {
    platform: shopify.connect(credentials, createTransport({ fetch, timeoutMs: 2_000 })),
    server,
    operations: () => bodies().map(({ operationName }) => operationName),
    lastVariables: (operation) =>
      bodies().findLast(({ operationName }) => operationName === operation)?.variables ?? {},
  };
}

function wholeAnswer(answer: object): ScriptedAnswer {
  if ('status' in answer) return answer as ScriptedAnswer;
  return { body: 'data' in answer || 'errors' in answer ? answer : { data: answer } };
}

export const variantGid = (number: number) => `gid://shopify/ProductVariant/${number}`;
export const CART_ID = 'gid://shopify/Cart/Z2NwLXVz?key=s3cr3t';

export function usd(amount: string) {
  return { amount, currencyCode: 'USD' };
}

export interface CartShape {
  id?: string;
  /** As Shopify answers: newest first. */
  lines?: { variant: number; quantity: number; price?: string; title?: string; allocations?: object[] }[];
  codes?: { code: string; applicable: boolean }[];
  applications?: { targetType: string; totalAllocatedAmount: object; code?: string; title?: string }[];
  giftCards?: string[];
  total: string;
}

/** A cart as it was recorded from a real shop, reduced to what our documents select. */
export function cartShape({ lines = [], codes = [], applications = [], giftCards = [], ...cart }: CartShape) {
  return {
    id: cart.id ?? CART_ID,
    checkoutUrl: 'https://shop.example/cart/c/Z2NwLXVz?key=s3cr3t',
    buyerIdentity: { countryCode: null },
    discountCodes: codes,
    discountApplications: applications,
    appliedGiftCards: giftCards.map((used) => ({ presentmentAmountUsed: usd(used) })),
    cost: { totalAmount: usd(cart.total) },
    lines: { nodes: lines.map(lineShape) },
  };
}

type LineShape = NonNullable<CartShape['lines']>[number];

function lineShape({ variant, quantity, price = '10.0', title = 'Red', allocations = [] }: LineShape) {
  return {
    id: `gid://shopify/CartLine/${variant}?cart=Z2NwLXVz`,
    quantity,
    cost: {
      amountPerQuantity: usd(price),
      subtotalAmount: usd(String((Number(price.replace('.', '')) * quantity) / 10)),
    },
    discountAllocations: allocations,
    merchandise: { id: variantGid(variant), title, image: null, requiresShipping: true },
  };
}

export function created(cart: object | null, extra: { userErrors?: object[]; warnings?: object[] } = {}) {
  return { cartCreate: { cart, userErrors: [], warnings: [], ...extra } };
}

export function requestFor(lines: { variant: number; quantity: number }[], discountCodes?: string[]) {
  return {
    cartId: '5f0c9c4e-8f0f-4b8e-9f5a-3f3f2d4d1a11',
    sessionId: '0e9e4d6b-2d4b-4b7e-8a43-1a8d3f1f7c22',
    lines: lines.map(({ variant, quantity }) => ({
      variantId: variantGid(variant),
      quantity,
      knownTitle: `Shirt - ${variant}`,
    })),
    ...(discountCodes ? { discountCodes } : {}),
  };
}

export async function failsAs(kind: ErrorKind, work: Promise<unknown>): Promise<CommerceError> {
  const error = await work.then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CommerceError, String(error));
  assert.equal(error.kind, kind, error.message);
  assert.doesNotMatch(error.message, /s3cr3t|shpat_|shpss_/);
  return error;
}
