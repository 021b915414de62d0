import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { toDecimal } from '../../commerce/money.ts';
import type { Diagnostic } from '../../merchant/discovery/diagnostic.ts';
import type { Probe } from '../../outbound/guarded-fetch/probe.ts';
import { sessionResponse } from '../../protocols/contract/responses.ts';
import { askJson, badAnswer, fine, problem, warning } from './answers.ts';

type Session = z.infer<typeof sessionResponse>;

/** Creates a session, replays its key, reads it, and always cancels it. */
export async function checkSession(
  ask: Probe,
  rest: string,
  variantId: string | undefined,
): Promise<Diagnostic[]> {
  if (variantId === undefined) {
    return [
      warning(
        'session',
        'No session was made: nothing that can be bought was found.',
        'None of the products found is in stock.',
        'Name something that is: --query mug',
      ),
    ];
  }
  const key = randomUUID();
  const create = () =>
    askJson(ask, `${rest}/checkout-sessions`, {
      method: 'POST',
      body: { line_items: [{ item: { id: variantId }, quantity: 1 }] },
      headers: { 'idempotency-key': key },
    });
  const answer = await create();
  const session = sessionResponse.safeParse(answer.body);
  if (answer.status !== 201 || !session.success) {
    return [badAnswer('session', 'POST /checkout-sessions', answer, sessionResponse, 201)];
  }
  const { id } = session.data;
  const diagnostics = [
    diagnoseSession(session.data),
    await replay(create, id),
    await readBack(ask, rest, id),
  ];
  return [...diagnostics, await cancel(ask, rest, id)];
}

function diagnoseSession({ status, totals, currency, continue_url: address }: Session): Diagnostic {
  const { subtotal, discount, tax, shipping = 0, total } = totals;
  if (subtotal - discount + tax + shipping !== total) {
    return problem(
      'session',
      'The session’s totals do not add up.',
      `${subtotal} − ${discount} + ${tax} + ${shipping} is not ${total} (minor units of ${currency}).`,
      'Compare with the shop’s cart; a plugin may change prices.',
    );
  }
  if (status !== 'requires_escalation' || address === null) {
    return problem(
      'session',
      'The session cannot be paid.',
      `Its status is ${status}, and it has ${address === null ? 'no' : 'an'} address to pay at.`,
      'Open the session in the console: its timeline has the shop’s answers.',
    );
  }
  return fine(
    'session',
    `A session was made: ${toDecimal(total, currency)} ${currency}, to be paid at ${new URL(address).host}.`,
  );
}

async function replay(create: () => ReturnType<typeof askJson>, id: string): Promise<Diagnostic> {
  const again = await create();
  const session = sessionResponse.safeParse(again.body);
  if (session.success && session.data.id === id && again.status === 200) {
    return fine('idempotency', 'The same Idempotency-Key again gives the same session.');
  }
  return problem(
    'idempotency',
    'The same Idempotency-Key again does not give the same session.',
    `The answer is ${again.status}${session.success ? ' with another id' : ''}.`,
    'Return the first session for a repeated key: agents repeat a request whose answer was lost.',
  );
}

async function readBack(ask: Probe, rest: string, id: string): Promise<Diagnostic> {
  const answer = await askJson(ask, `${rest}/checkout-sessions/${id}`);
  const session = sessionResponse.safeParse(answer.body);
  if (answer.status === 200 && session.success && session.data.id === id)
    return fine('read', 'The session can be read.');
  return badAnswer('read', 'GET /checkout-sessions/{id}', answer, sessionResponse);
}

async function cancel(ask: Probe, rest: string, id: string): Promise<Diagnostic> {
  const answer = await askJson(ask, `${rest}/checkout-sessions/${id}/cancel`, { method: 'POST', body: {} });
  const session = sessionResponse.safeParse(answer.body);
  if (answer.status === 200 && session.success && session.data.status === 'failed') {
    return fine('cancel', 'The session was canceled.');
  }
  const diagnostic = badAnswer('cancel', 'POST /checkout-sessions/{id}/cancel', answer, sessionResponse);
  return {
    ...diagnostic,
    cause: `${diagnostic.cause ?? ''} The session ${id} stays open until it expires.`.trim(),
  };
}
