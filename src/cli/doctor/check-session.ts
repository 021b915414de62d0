import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { toDecimal } from '../../commerce/money/money.ts';
import {
  type Diagnostic,
  toOkDiagnostic,
  toProblemDiagnostic,
  toWarningDiagnostic,
} from '../../merchant/discovery/diagnostic.ts';
import type { Probe } from '../../outbound/guarded-fetch/ask-whole.ts';
import { sessionResponse } from '../../protocols/contract/responses.ts';
import { askJson, diagnoseAnswer, readAnswer } from './answers.ts';

/** Creates a session, replays its key, reads it, and always cancels it. */
export async function checkSession(ask: Probe, rest: string, variantId: string | undefined) {
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
