import assert from 'node:assert/strict';
import { cartResponse } from '../../../src/protocols/contract/responses.ts';
import type { Cart } from '../../../testing/agent.ts';
import { assertAddsUp } from '../../../testing/sums.ts';
import * as model from './model.ts';
import { asCodes, asLines, contentOf, type Does, faulty, isDone, type Scene } from './scene.ts';

export async function createCart(scene: Scene, { lines, codes, fault }: Does<'create_cart'>): Promise<void> {
  const { stage, state } = scene;
  const answer = await faulty(scene, fault, () =>
    stage.agent.createCart(asLines(stage, lines), asCodes(codes)),
  );
  if (!isDone(answer, model.answers(201, fault !== 'none'), 'create cart')) return;
  const { id, expires_at } = answer.body;
  const cart: model.ModelCart = { id, status: 'active', lines, codes, expiresAt: Date.parse(expires_at) };
  state.carts.push(cart);
  compareCart(scene, cart, answer.body);
}

export async function lookAtCart(scene: Scene, cart: model.ModelCart): Promise<void> {
  const answer = await scene.stage.agent.readCart(cart.id);
  isDone(answer, [200], 'get cart');
  compareCart(scene, cart, answer.body);
}

export async function updateCart(
  scene: Scene,
  cart: model.ModelCart,
  { lines, codes, fault }: Does<'update_cart'>,
): Promise<void> {
  const { stage } = scene;
  const change = {
    ...(lines === null
      ? {}
      : { line_items: asLines(stage, lines).map(([id, quantity]) => ({ item: { id }, quantity })) }),
    ...(codes === null ? {} : { discounts: { codes } }),
  };
  const answer = await faulty(scene, fault, () => stage.agent.updateCart(cart.id, change));
  if (!isDone(answer, model.cartUpdateStatus(cart, fault !== 'none'), 'update cart'))
    return lookAtCart(scene, cart);
  cart.lines = lines ?? cart.lines;
  cart.codes = codes ?? cart.codes;
  cart.expiresAt = Date.parse(answer.body.expires_at);
  compareCart(scene, cart, answer.body);
}

export async function cancelCart(
  scene: Scene,
  cart: model.ModelCart,
  { fault }: Does<'cancel_cart'>,
): Promise<void> {
  const answer = await faulty(scene, fault, () => scene.stage.agent.cancelCart(cart.id));
  if (!isDone(answer, model.cartCancelStatus(cart), 'cancel cart')) return;
  cart.status = 'canceled';
  compareCart(scene, cart, answer.body);
}

function compareCart({ stage }: Scene, cart: model.ModelCart, body: Cart): void {
  cartResponse.parse(body);
  assertAddsUp(body);
  const { id, status, lines, codes } = cart;
  assert.deepEqual(contentOf(stage, body), { id, status, lines, codes });
}
