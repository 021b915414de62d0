/** Wrong member of a body, and the path that the error must name. */
export type WrongInput = { name: string; value: unknown; path: string };

function wrongAt(path: string, values: readonly unknown[]): WrongInput[] {
  return values.map((value) => ({ name: `${path} is ${inShort(value)}`, value, path }));
}

function inShort(value: unknown): string {
  const text = value === undefined ? 'not there' : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 30)}… (${text.length} characters)` : text;
}

/** Wraps each value into a body that has it at `path`. */
function within(inputs: WrongInput[], wrap: (value: unknown) => unknown): WrongInput[] {
  return inputs.map((wrong) => ({ ...wrong, value: wrap(wrong.value) }));
}

const UNPRINTABLE = ['mug\u0000', '\u0007', 'a\nb', '\u001b[31m', '\u009f', '\ud800', 'a\udfffb'];
const NO_OBJECTS = ['text', 7, true, []];
const NO_STRINGS = [7, true, {}, []];

/** Wrong values of `line_items`. `good` is an id that the store sells. */
export function wrongLineItems(good: string): WrongInput[] {
  const item = { id: good };
  return [
    ...wrongAt('line_items', ['text', '', 7, true, null, {}, { 0: { item } }, Array(101).fill({ item })]),
    ...within(wrongAt('line_items.0', [null, ...NO_OBJECTS]), (line) => [line]),
    ...within(wrongAt('line_items.0.item', [undefined, null, good, ...NO_OBJECTS]), (value) => [
      { item: value },
    ]),
    ...within(wrongAt('line_items.0.item.id', [undefined, null, '', ...NO_STRINGS]), (id) => [
      { item: { id } },
    ]),
    ...within(wrongAt('line_items.0.item.id', UNPRINTABLE), (text) => [{ item: { id: `${good}${text}` } }]),
    ...within(wrongAt('line_items.0.item.id', ['x'.repeat(2_049)]), (id) => [{ item: { id } }]),
    ...within(wrongAt('line_items.0.quantity', [0, -1, 1.5, 1e9, 10_000, '2', true, [], {}]), (quantity) => [
      { item, quantity },
    ]),
    ...within(wrongAt('line_items.0.item.title', [7, true, {}]), (title) => [{ item: { ...item, title } }]),
    ...within(wrongAt('line_items.0.item.price', ['19.99', 19.99, true]), (price) => [
      { item: { ...item, price } },
    ]),
    ...within(wrongAt('line_items.0.item.image_url', [7, {}]), (url) => [
      { item: { ...item, image_url: url } },
    ]),
    {
      name: 'the second line is wrong',
      value: [{ item }, { item, quantity: 0 }],
      path: 'line_items.1.quantity',
    },
    {
      name: 'more than 9,999 of one variant in two lines',
      value: [{ item, quantity: 9_999 }, { item }],
      path: 'line_items.1.quantity',
    },
  ];
}

/** Ids that are no product of this store: other stores' ids, ids of other resources, and malformed ones. */
export function foreignItems(platform: string): WrongInput[] {
  const other = platform === 'shopify' ? 'woocommerce' : 'shopify';
  const ids = [
    ...[`gid://${other}/Product/1`, `gid://${other}/ProductVariant/1`, 'gid://nobody/Product/1'],
    ...[`gid://${platform}/Order/1`, `gid://${platform}/Product/`, `gid://${platform}/ProductVariant/-1`],
    ...[`gid://${platform}/Product/1.5`, `gid://${platform}/Product/${'9'.repeat(30)}`],
    ...[`gid://${platform}/Product/1 or 1=1`, `GID://${platform}/Product/1`],
    ...[
      'https://evil.example/products/mug',
      'https://evil.example/product/mug',
      '//evil.example/products/mug',
    ],
    ...['javascript:alert(1)', 'file:///etc/passwd', '../../admin', '1', ' ', "'; drop table stores; --"],
  ];
  return within(wrongAt('line_items.0.item.id', ids), (id) => [{ item: { id } }]);
}

export const NO_LINE_ITEMS: WrongInput[] = wrongAt('line_items', [undefined, []]);

export const WRONG_DISCOUNTS: WrongInput[] = [
  ...wrongAt('discounts', NO_OBJECTS),
  ...within(wrongAt('discounts.codes', ['SAVE10', 7, {}, Array(26).fill('A')]), (codes) => ({ codes })),
  ...within(wrongAt('discounts.codes.0', [null, ...NO_STRINGS, ...UNPRINTABLE, 'x'.repeat(256)]), (code) => ({
    codes: [code],
  })),
];

const NO_EMAILS = ['nobody', 'a b@example.com', 'ada@example.com\u0000', 'ada@', `${'a'.repeat(400)}@x.com`];

export const WRONG_BUYERS: WrongInput[] = [
  ...wrongAt('buyer', NO_OBJECTS),
  ...within(wrongAt('buyer.email', [...NO_STRINGS, ...NO_EMAILS]), (email) => ({ email })),
  ...within(wrongAt('buyer.name', [...NO_STRINGS, ...UNPRINTABLE, 'x'.repeat(201)]), (name) => ({ name })),
];

const WRONG_COUNTRIES = [undefined, null, '', 'XX', 'USA', 'U', 'us\u0000', '\ud800', ...NO_STRINGS];

export const WRONG_DESTINATIONS: WrongInput[] = [
  ...wrongAt('destination', [undefined, null, ...NO_OBJECTS]),
  ...within(wrongAt('destination.country', WRONG_COUNTRIES), (country) => ({ country })),
  ...['region', 'postal_code', 'city', 'line1'].flatMap((member) =>
    within(wrongAt(`destination.${member}`, [...NO_STRINGS, ...UNPRINTABLE, 'x'.repeat(501)]), (value) => ({
      country: 'US',
      [member]: value,
    })),
  ),
];

/** Wrong query strings with the member at fault. */
export const WRONG_SEARCHES: [query: string, path: string][] = [
  ...['', 'q=', 'q=%20%09', `q=${'x'.repeat(513)}`, 'q=a%00', 'q=%1b', 'q=a&q=b', 'Q=mug', 'q[]=mug'].map(
    (query): [string, string] => [query, 'q'],
  ),
  ...['0', '-1', '101', '1.5', '1e1', 'ten', '', '%D9%A3', '99999999999', '5&first=6', '%20'].map(
    (first): [string, string] => [`q=mug&first=${first}`, 'first'],
  ),
  [`q=mug&after=${'x'.repeat(6_145)}`, 'after'],
  ['q=mug&after=%00', 'after'],
  ['q=mug&after=a&after=b', 'after'],
];

export const WRONG_LOOKUPS: [query: string, path: string][] = [
  ...['', 'ids=', 'ids=,', 'ids=%20,,%20', 'ids=a%00', 'ids=a&ids=b', `ids=${'1,'.repeat(101)}`].map(
    (query): [string, string] => [query, 'ids'],
  ),
];
