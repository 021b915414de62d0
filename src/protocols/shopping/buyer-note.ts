import {
  type LosingStep,
  pickFurthestStep,
  type SessionStep,
  stepLeftAt,
} from '../../commerce/checkout/buyer-steps.ts';
import type { CheckoutSession } from '../../commerce/checkout/checkout-session.ts';
import type { Store } from '../../commerce/store/store.ts';
import { ACCOUNT_REQUIRED } from '../account-text.ts';
import { CHECKOUT_WALL_TEXTS } from '../checkout-wall-text.ts';

/** Says to the model how far the buyer of an open checkout has come. A shop that reports no step leaves the buyer at the hand-off. */
export function renderBuyerNote({ buyerSteps, continueUrl }: CheckoutSession, now: string): string {
  const followed = { buyerSteps, isHandedOver: continueUrl !== null };
  const left = stepLeftAt({ ...followed, isOrdered: false, ending: null }, now);
  return left
    ? `${LEFT[left]} Ask whether to go on: checkout_url still works.`
    : GOING_ON[pickFurthestStep(followed)];
}

/** Added to the note of an open checkout: what stands before the payment; empty where nothing does. */
export function renderWallNote({ description, checkoutWall }: Store): string {
  const sentences = [
    ...(description.requiresAccount ? [ACCOUNT_REQUIRED] : []),
    ...(checkoutWall ? [CHECKOUT_WALL_TEXTS[checkoutWall]] : []),
  ];
  return sentences.map((each) => ` ${each}`).join('');
}

const WAITING = 'Not paid yet. Ask the buyer to pay at checkout_url, then call get_checkout.';

const GOING_ON: Record<SessionStep, string> = {
  created: WAITING,
  handed_over: WAITING,
  opened: 'Not paid yet: the buyer has opened checkout_url. Call get_checkout later.',
  address:
    'Not paid yet: the buyer has opened checkout_url, and the address is given. Call get_checkout later.',
  payment:
    'Not paid yet: the buyer has tried to pay, and the store has not confirmed it. Call get_checkout soon.',
  paid: 'The store reports that the buyer has paid; its order is not there yet. Call get_checkout soon.',
};

const LEFT: Record<LosingStep, string> = {
  handed_over: 'Not paid: the buyer has not opened checkout_url.',
  opened: 'Not paid: the buyer opened checkout_url and left before giving an address.',
  address: 'Not paid: the buyer left checkout_url before paying.',
  payment: 'Not paid: the buyer tried to pay and left; the store has confirmed no payment.',
};
