import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Destination } from '../../../../src/commerce/checkout/fulfillment.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { type Answers, caller, failsAs, scriptedShopify, usd, variantGid } from './scripted-shopify.ts';

const quoteFor = (destination: Destination, variant = 7) => ({
  quoteId: randomUUID(),
  lines: [{ variantId: variantGid(variant), quantity: 2 }],
  destination,
});

const option = (title: string, amount: string, more: object = {}) => ({
  handle: `h-${title}`,
  code: title,
  title,
  description: '',
  deliveryMethodType: 'SHIPPING',
  estimatedCost: usd(amount),
  ...more,
});

function quoted(
  groups: object[][],
  { quantity = 2, requiresShipping = true, ...extra }: Record<string, unknown> = {},
) {
  const nodes = groups.map((deliveryOptions, index) => ({
    id: `gid://shopify/CartDeliveryGroup/${index}`,
    cartLines: { nodes: [{ merchandise: { id: variantGid(7) } }] },
    deliveryOptions,
    selectedDeliveryOption: null,
  }));
  const cart = {
    cost: { totalAmount: { currencyCode: 'USD' } },
    lines: { nodes: [{ quantity, merchandise: { id: variantGid(7), requiresShipping } }] },
    deliveryGroups: { nodes },
    groupsOfCarriers: { nodes },
  };
  return { cartCreate: { cart, userErrors: [], warnings: [], ...extra } };
}

const answers = (answer: object): Answers => ({ QuoteFulfillment: answer });

describe('Shopify quotes', () => {
  it('send the address as far as it is known, and demand no more than a country', async (t) => {
    const { platform, operations, lastVariables } = await scriptedShopify(
      t,
      answers(quoted([[option('Post', '5.0')]])),
    );
    const destination = { country: 'us', region: 'california', postalCode: '94103', city: 'San Francisco' };
    await platform.quoteFulfillment(quoteFor(destination), caller);
    assert.deepEqual(operations(), ['QuoteFulfillment']);
    const { input, country } = lastVariables('QuoteFulfillment') as {
      country: string;
      input: {
        lines: object[];
        delivery: { addresses: object[] };
        buyerIdentity: object;
        attributes?: object;
      };
    };
    assert.equal(country, 'US');
    assert.deepEqual(input.buyerIdentity, { countryCode: 'US' });
    assert.equal(input.attributes, undefined);
    assert.deepEqual(input.delivery.addresses, [
      {
        address: {
          deliveryAddress: { countryCode: 'US', provinceCode: 'CA', zip: '94103', city: 'San Francisco' },
        },
        selected: true,
        oneTimeUse: true,
        validationStrategy: 'COUNTRY_CODE_ONLY',
      },
    ]);
  });

  it('ask for Puerto Rico and the islands as provinces of the United States, as Shopify has them', async (t) => {
    const islands = ['AS', 'FM', 'gu', 'MH', 'MP', 'PW', 'VI'].map(
      (country) => [country, undefined] as const,
    );
    for (const [country, region] of [['PR', 'San Juan'] as const, ...islands]) {
      const { platform, lastVariables } = await scriptedShopify(t, answers(quoted([])));
      await platform.quoteFulfillment(quoteFor({ country, ...(region && { region }) }), caller);
      const variables = lastVariables('QuoteFulfillment') as { country: string; input: object };
      assert.equal(variables.country, 'US');
      const province = `"countryCode":"US","provinceCode":"${country.toUpperCase()}"`;
      assert.ok(JSON.stringify(variables.input).includes(province));
    }
  });

  it('write provinces as Shopify codes them, and omit unknown words', async (t) => {
    const { platform, lastVariables } = await scriptedShopify(t, answers(quoted([])));
    const cases = [
      ['US', 'ca', 'CA'],
      ['US', 'US-NY', 'NY'],
      ['US', ' New York ', 'NY'],
      ['US', 'Bavaria', undefined],
      ['US', 'ZZ', undefined],
      ['CA', 'Québec', 'QC'],
      ['AU', 'new south wales', 'NSW'],
      ['AU', 'NT', 'NT'],
      ['JP', 'JP-13', 'JP-13'],
      ['IT', 'RM', 'RM'],
      ['DE', 'Bayern und mehr', undefined],
    ] as const;
    for (const [country, region, expected] of cases) {
      await platform.quoteFulfillment(quoteFor({ country, region }), caller);
      const { input } = lastVariables('QuoteFulfillment') as {
        input: { delivery: { addresses: [{ address: { deliveryAddress: { provinceCode?: string } } }] } };
      };
      const { provinceCode } = input.delivery.addresses[0].address.deliveryAddress;
      assert.equal(provinceCode, expected, `${country} ${region}`);
    }
  });

  it('come cheapest first, without what has to be fetched', async (t) => {
    const options = [
      option('Express', '15.0', { description: 'By air' }),
      option('Shop counter', '0.0', { deliveryMethodType: 'PICK_UP' }),
      option('Locker', '0.0', { deliveryMethodType: 'PICKUP_POINT' }),
      option('Standard', '5.25'),
      option('Bicycle', '9.5', { deliveryMethodType: 'LOCAL' }),
    ];
    const { platform } = await scriptedShopify(t, answers(quoted([options])));
    const { currency, quotes } = await platform.quoteFulfillment(quoteFor({ country: 'US' }), caller);
    assert.equal(currency, 'USD');
    assert.deepEqual(pluck(quotes, 'title', 'amount', 'description'), [
      ['Standard', 525, null],
      ['Bicycle', 950, null],
      ['Express', 1500, 'By air'],
    ]);
  });

  it('quotes the cheapest rate of each group and the rates that both offer for goods sent in two groups', async (t) => {
    const first = [option('Standard', '5.0'), option('Express', '15.0')];
    const amounts = async (other: object[]) => {
      const { platform } = await scriptedShopify(t, answers(quoted([first, other])));
      const { quotes } = await platform.quoteFulfillment(quoteFor({ country: 'US' }), caller);
      return quotes.map(({ title, amount }) => [title, amount]);
    };
    assert.deepEqual(await amounts([option('Express', '7.0'), option('Standard', '6.0')]), [
      ['Standard', 1100],
      ['Express', 2200],
    ]);
    assert.deepEqual(await amounts([option('Freight', '40.0')]), [['Standard + Freight', 4500]]);
    assert.deepEqual(await amounts([option('Freight', '4.0'), option('Express', '7.0')]), [
      ['Standard + Freight', 900],
      ['Express', 2200],
    ]);
    assert.deepEqual(await amounts([]), []);
  });

  it('refuse what a cart would refuse', async (t) => {
    const short = await scriptedShopify(t, answers(quoted([[option('Post', '5.0')]], { quantity: 1 })));
    const { refusals } = await failsAs(
      'item_unavailable',
      short.platform.quoteFulfillment(quoteFor({ country: 'US' }), caller),
    );
    assert.deepEqual([refusals[0]?.reason, refusals[0]?.available], ['insufficient_stock', 1]);
    const field = ['input', 'lines', '0', 'merchandiseId'];
    const userErrors = [{ code: 'INVALID', field, message: 'The merchandise does not exist.' }];
    const unknown = await scriptedShopify(
      t,
      answers({ cartCreate: { cart: null, userErrors, warnings: [] } }),
    );
    await failsAs('unknown_item', unknown.platform.quoteFulfillment(quoteFor({ country: 'US' }), caller));
  });

  it('name the part of the destination that is wrong', async (t) => {
    const address = ['input', 'delivery', 'addresses', '0', 'address', 'deliveryAddress'];
    for (const [code, last, path] of [
      ['INVALID_ZIP_CODE_FOR_COUNTRY', 'zip', 'destination.postal_code'],
      ['PROVINCE_NOT_FOUND', 'provinceCode', 'destination.region'],
      ['ADDRESS_FIELD_CONTAINS_EMOJIS', 'city', 'destination.city'],
      ['ADDRESS_FIELD_IS_TOO_LONG', 'address1', 'destination.line1'],
      ['INVALID', 'countryCode', 'destination.country'],
      ['UNSPECIFIED_ADDRESS_ERROR', 'deliveryAddress', 'destination'],
    ] as const) {
      const field = last === 'deliveryAddress' ? address : [...address, last];
      const userErrors = [{ code, field, message: 'is not valid' }];
      const { platform } = await scriptedShopify(
        t,
        answers({ cartCreate: { cart: null, userErrors, warnings: [] } }),
      );
      const work = platform.quoteFulfillment(quoteFor({ country: 'US' }), caller);
      assert.deepEqual((await failsAs('invalid_input', work)).details, [{ path, message: 'is not valid' }]);
    }
  });

  it('make no call for an invalid country', async (t) => {
    const { platform, operations } = await scriptedShopify(t, {});
    for (const country of ['', 'USA', 'U1', 'Germany', '🇩🇪']) {
      const { details } = await failsAs(
        'invalid_input',
        platform.quoteFulfillment(quoteFor({ country }), caller),
      );
      assert.equal(details[0]?.path, 'destination.country');
    }
    assert.deepEqual(operations(), []);
  });
});
