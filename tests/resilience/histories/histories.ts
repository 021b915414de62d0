import fc from 'fast-check';
import type { Pieces } from './model.ts';

/** Fault of the shop during one step. */
export type Fault =
  | 'none'
  | 'down'
  | 'down_for_long'
  | 'dropped_answer'
  | 'too_slow'
  | 'server_error'
  | 'throttled';

/** Numbers of sessions, carts and keys are taken modulo their count. */
export type Step =
  | { does: 'create'; lines: Pieces; codes: string[]; key: number | null; fault: Fault }
  | { does: 'create_twice_at_once'; lines: Pieces }
  | { does: 'get'; session: number }
  | { does: 'replace'; session: number; lines: Pieces; fault: Fault }
  | { does: 'complete'; session: number; fault: Fault }
  | { does: 'complete_twice_at_once'; session: number }
  | { does: 'cancel'; session: number; fault: Fault }
  | { does: 'pay'; session: number }
  | { does: 'read_order'; session: number; fault: Fault }
  | { does: 'ship'; session: number }
  | { does: 'create_cart'; lines: Pieces; codes: string[]; fault: Fault }
  | { does: 'get_cart'; cart: number }
  | { does: 'update_cart'; cart: number; lines: Pieces | null; codes: string[] | null; fault: Fault }
  | { does: 'cancel_cart'; cart: number; fault: Fault }
  | { does: 'hear'; post: 'as_usual' | 'duplicated' | 'reordered' }
  | { does: 'time_passes'; minutes: number };

const record = <Fields>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) =>
  fc.record<Fields>(fields, { noNullPrototype: true });

const count = fc.integer({ min: 1, max: 4 });
const lines: fc.Arbitrary<Pieces> = fc.oneof(
  record({ mug: count }),
  record({ lamp: count }),
  record({ mug: count, lamp: count }),
);
const codes = fc.constantFrom<string[]>([], [], ['SUMMER10'], ['NOSUCH']);
const which = fc.nat({ max: 3 });
const fault = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Fault>('none') },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Fault>(
      'down',
      'down_for_long',
      'dropped_answer',
      'too_slow',
      'server_error',
      'throttled',
    ),
  },
);
const does = <Name extends Step['does']>(name: Name) => fc.constant(name);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: record({ does: does('create'), lines, codes, key: fc.option(which), fault }),
  },
  { weight: 1, arbitrary: record({ does: does('create_twice_at_once'), lines }) },
  { weight: 2, arbitrary: record({ does: does('get'), session: which }) },
  { weight: 4, arbitrary: record({ does: does('replace'), session: which, lines, fault }) },
  { weight: 3, arbitrary: record({ does: does('complete'), session: which, fault }) },
  { weight: 1, arbitrary: record({ does: does('complete_twice_at_once'), session: which }) },
  { weight: 2, arbitrary: record({ does: does('cancel'), session: which, fault }) },
  { weight: 4, arbitrary: record({ does: does('pay'), session: which }) },
  { weight: 2, arbitrary: record({ does: does('read_order'), session: which, fault }) },
  { weight: 1, arbitrary: record({ does: does('ship'), session: which }) },
  { weight: 2, arbitrary: record({ does: does('create_cart'), lines, codes, fault }) },
  { weight: 1, arbitrary: record({ does: does('get_cart'), cart: which }) },
  {
    weight: 4,
    arbitrary: record({
      does: does('update_cart'),
      cart: which,
      lines: fc.option(fc.oneof(lines, fc.constant({}))),
      codes: fc.option(codes),
      fault,
    }),
  },
  { weight: 1, arbitrary: record({ does: does('cancel_cart'), cart: which, fault }) },
  {
    weight: 2,
    arbitrary: record({
      does: does('hear'),
      post: fc.constantFrom('as_usual' as const, 'duplicated' as const, 'reordered' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: record({ does: does('time_passes'), minutes: fc.constantFrom(10, 361, 11 * 24 * 60) }),
  },
);

export const histories: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 3, maxLength: 16 });
