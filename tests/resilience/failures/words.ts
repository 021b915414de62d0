/** Answers to the agent, with their meaning on the page. */
const ANSWERS = {
  well: 'as without a failure',
  copy: '200 from the copy of the catalog, `"stale": true` and a warning with its age',
  stale: '200 with the stored order, `"stale": true`',
  '502': '**502** `platform_error`',
  '503': '**503** `platform_unavailable`, `Retry-After`',
  '504': '**504** `platform_timeout`',
} as const;

/** Remaining state here and at the shop. */
const LEFT = {
  nothing: 'nothing',
  done: 'the change is done',
  key_free: 'the session has failed, its `Idempotency-Key` is free',
  key_free_lost_cart:
    'the session has failed, its `Idempotency-Key` is free; a cart at the shop whose URL no agent has',
  lost_cart: 'a cart at the shop whose URL no agent has',
  unchanged: 'the old lines, here and at the shop',
  shop_ahead: 'the old lines here, the new ones at the shop, until the next change or completion',
  claimed: 'the session is completed with payment `claimed`',
  full_cart: 'it is canceled; the shop’s cart keeps its items until the shop answers again',
} as const;

type AnswerWord = keyof typeof ANSWERS;
export type Left = keyof typeof LEFT;
export type Cell = `${AnswerWord} ${Left}`;

export function inWords(cell: Cell): { answer: string; left: string } {
  const [answer, left] = cell.split(' ') as [AnswerWord, Left];
  return { answer: ANSWERS[answer], left: LEFT[left] };
}
