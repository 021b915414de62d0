import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { readIdempotencyKey } from '../../../src/commerce/call/idempotency-key.ts';

const NOTHING = [
  ...[
    undefined,
    null,
    '',
    '  ',
    'undefined',
    'null',
    'NULL',
    'None',
    'nil',
    '<nil>',
    'NaN',
    '[object Object]',
  ],
  ...['"null"', "'undefined'", ' none ', 'unique-key', 'random-uuid', 'RANDOM_UUID', 'your-idempotency-key'],
  ...['a unique key', 'some-unique-id', 'uuid', 'uuidv4', 'uuid-v4', 'string', 'your-unique-key-here'],
  ...['{{$guid}}', `\${${'KEY'}}`, '$(uuidgen)', '<uuid>', '%UUID%', '%!s(<nil>)'],
  ...['<function uuid4 at 0x7f2b8c>', 'function randomUUID() { [native code] }', '() => randomUUID()'],
  ...['[object Promise]', 'undefined-undefined', 'null:null', 'checkout-undefined', 'call_null_undefined'],
  ...['00000000-0000-0000-0000-000000000000', 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'],
];

const KEYS = [
  ...[
    '1',
    '0',
    'key-4',
    'order-1',
    'id-17',
    'null-1',
    'nonesuch',
    'retry',
    'function-call-12',
    'x',
    'a => b',
  ],
  ...[
    'checkout-undefined-7',
    'nullable-none-of-it',
    '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
    '00000000-0000-0000-0000-000000000001',
  ],
];

describe('idempotency key', () => {
  it('reads a value that programs send without having a key as absent', () => {
    for (const value of NOTHING) assert.equal(readIdempotencyKey(value), undefined, String(value));
  });

  it('returns a value that names something as it was sent', () => {
    for (const value of [...KEYS, randomUUID(), 7, {}]) assert.equal(readIdempotencyKey(value), value);
  });
});
