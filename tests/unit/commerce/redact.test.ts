import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cutText, maskEmail, REDACTED, redact, redactText } from '../../../src/commerce/text/redact.ts';

const SECRET = 'hunter2-Zq9';

const SECRET_NAMES = [
  'email',
  'buyer_email',
  'emailAddress',
  'phone',
  'phone_number',
  'Authorization',
  'access_token',
  'X-Shopify-Storefront-Access-Token',
  'token',
  'password',
  'client_secret',
  'consumer_key',
  'api-key',
  'cookie',
  'cvv',
  'card_number',
  'first_name',
  'lastName',
  'address1',
  'line1',
  'postal_code',
  'zip',
  'buyer',
  'destination',
  'shipping_address',
  'billingAddress',
  'customer',
];

const HARMLESS = fc.constantFrom(
  'a',
  'items',
  'line_items',
  'quantity',
  'note',
  'params',
  'arguments',
  'result',
  '0',
);

/** JSON in which the secret stands somewhere below a member of one of the names, also as JSON within a string. */
const planted = (name: string): fc.Arbitrary<unknown> => {
  const noise = fc.jsonValue({ maxDepth: 1 });
  const below = fc.constantFrom<unknown>(
    SECRET,
    [SECRET],
    { x: SECRET },
    { name: [{ y: SECRET }] },
    `more ${SECRET}`,
  );
  const step = fc.constantFrom('object', 'array', 'text');
  return fc
    .tuple(below, fc.array(fc.tuple(step, HARMLESS, noise), { maxLength: 6 }))
    .map(([value, steps]) => {
      let whole: unknown = { [name]: value };
      for (const [kind, member, other] of steps) {
        if (kind === 'object') whole = { other, [member]: whole };
        else if (kind === 'array') whole = [other, whole];
        else whole = { text: JSON.stringify(whole) };
      }
      return whole;
    });
};

describe('the redaction of a body', () => {
  for (const name of SECRET_NAMES)
    it(`holds nothing from below ${name}, however deep`, () => {
      fc.assert(
        fc.property(planted(name), (body) => assert.ok(!JSON.stringify(redact(body)).includes(SECRET))),
        { numRuns: 60 },
      );
    });

  it('takes the query from an address where the buyer pays, and leaves the rest', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.constantFrom('?', '#'), (url, mark) => {
        const text = redact({ continue_url: `${url}${mark}key=${SECRET}&x=${SECRET}` });
        assert.ok(!JSON.stringify(text).includes(SECRET));
      }),
    );
    assert.deepEqual(redact({ continue_url: 'https://shop.example/cart/c/abc?key=123' }), {
      continue_url: `https://shop.example/cart/c/abc?${REDACTED}`,
    });
  });

  it('knows cards and e-mail addresses wherever they stand, and credentials in addresses', () => {
    assert.equal(redactText('card 4111 1111 1111 1111, please'), `card ${REDACTED}, please`);
    assert.equal(redactText('4111-1111-1111-1111'), REDACTED);
    assert.equal(redactText('write to Ada.Lovelace+shop@mail.example.com!'), `write to ${REDACTED}`);
    assert.equal(
      redactText('https://x.example/?access_token=abc&q=mug'),
      `https://x.example/?access_token=${REDACTED}&q=mug`,
    );
    assert.equal(redactText('Bearer abc.def-123456'), `Bearer ${REDACTED}`);
    assert.deepEqual(redact({ note: 4111111111111111 }), { note: REDACTED });
  });

  it('leaves what an agent does: items, codes, amounts, names of tools', () => {
    const body = {
      jsonrpc: '2.0',
      params: {
        name: 'create_checkout_session',
        arguments: {
          line_items: [{ item: { id: 'gid://shopify/ProductVariant/44111111111111' }, quantity: 2 }],
          discounts: { codes: ['SUMMER10'] },
        },
      },
      order_id: '4111111111111111',
      totals: { total: 16_020, tax: 0 },
      at: '2026-11-21T03:00:00.000Z',
    };
    assert.deepEqual(redact(body), body);
  });

  it('keeps of an address its country, on which prices depend', () =>
    assert.deepEqual(
      redact({ destination: { country: 'US', region: 'CA', postal_code: '94105', line1: '' } }),
      {
        destination: { country: 'US', region: REDACTED, postal_code: REDACTED, line1: '' },
      },
    ));

  it('gives up on what is nested absurdly deep', () => {
    const deep = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000));
    assert.ok(JSON.stringify(redact(deep)).length < 500);
  });

  it('redacts members whose names follow thousands of other names', () => {
    for (let number = 0; number < 3_000; number += 1) redact({ [`name ${number}`]: SECRET });
    assert.deepEqual(redact({ email: SECRET, buyer: { country: 'DE', city: 'Bonn' } }), {
      email: REDACTED,
      buyer: { country: 'DE', city: REDACTED },
    });
  });

  it('redacts a redacted body to the same body, and never fails', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = redact(value);
        assert.deepEqual(redact(once), once);
      }),
    ));

  it('shows no part of a secret at which a text is cut', () => {
    const secrets = [
      '4111 1111 1111 1111',
      '4111111111111111',
      'ada.lovelace@mail.example',
      'Bearer sEcReT/sEcReT==',
    ];
    for (const secret of secrets)
      for (let inside = 1; inside < secret.length; inside += 1) {
        const text = redactText(cutText(`${'some words '.repeat(20)}${secret} and more`, 220 + inside));
        assert.match(text, /^(?:some words )+/);
        assert.doesNotMatch(text, /\d{3}|ada|love|sEc/, `cut behind ${inside} characters`);
      }
  });

  it('reads JSON within a text before it cuts the text', () => {
    const inner = { items: 'x '.repeat(3_000), access_token: SECRET, buyer: { name: SECRET } };
    const text = JSON.stringify(redact({ text: JSON.stringify(inner) }));
    assert.ok(!text.includes(SECRET));
    assert.ok(text.includes('access_token'));
    assert.ok(text.length < 5_000);
  });

  it('takes the whole of what may be an address, however many at signs it has', () => {
    for (const text of ['ada@lovelace@mail.example', 'ada%40lovelace%40mail.example', '@ada@mail.example'])
      assert.equal(redactText(`to ${text}, please`), `to ${REDACTED}, please`);
    for (const text of ['@media', 'a@b', 'mail@', '10% @ 5.50', 'ada@.'])
      assert.equal(redactText(text), text);
  });

  it('masks an e-mail address so that its owner knows it', () => {
    assert.equal(maskEmail('ada@example.com'), 'a***@example.com');
    assert.equal(maskEmail('nonsense'), '***');
  });
});
