import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  filters,
  lookupRequest,
  productRequest,
  searchRequest,
  selectedOption,
} from '../../src/protocols/ucp/catalog/catalog-schemas.ts';
import type { CheckoutStatus } from '../../src/protocols/ucp/checkout/render-checkout.ts';
import {
  buyer,
  content,
  context,
  destination,
  discounts,
  fulfillment as fulfillmentRequest,
  lineItems,
} from '../../src/protocols/ucp/content/schemas.ts';
import type { Message } from '../../src/protocols/ucp/messages.ts';
import type { renderOrder } from '../../src/protocols/ucp/order/order.ts';
import { UCP_VERSIONS } from '../../src/protocols/ucp/profile/versions.ts';
import { UNREAD } from '../../src/protocols/ucp/unread-members.ts';
import { officialSchema } from '../../testing/ucp-schemas.ts';

interface Known {
  /** Path of the published schema, and the object within it. */
  published: string;
  read: object;
  /** Object of the members in UNREAD. */
  unread?: string;
}

const SHOPPING = 'schemas/shopping/';
const { shape: lineItem } = lineItems.element;
const { shape: pagination } = searchRequest.shape.pagination.unwrap();
const { shape: price } = filters.shape.price.unwrap();

const REQUESTS: readonly Known[] = [
  { published: 'checkout.json', read: content, unread: 'content' },
  { published: 'cart.json', read: content, unread: 'content' },
  { published: 'discount.json#discounts_object', read: discounts.shape, unread: 'discounts' },
  { published: 'types/line_item.json', read: lineItem, unread: 'line_items' },
  {
    published: 'types/item.json',
    read: lineItem.item.shape,
    unread: 'line_items.item',
  },
  {
    published: 'types/fulfillment_method.json',
    read: fulfillmentRequest.shape.methods.unwrap().element.shape,
  },
  {
    published: 'types/fulfillment_group.json',
    read: fulfillmentRequest.shape.methods.unwrap().element.shape.groups.unwrap().element.shape,
    unread: 'fulfillment.methods.groups',
  },
  { published: 'types/postal_address.json', read: destination.shape },
  { published: 'types/fulfillment.json', read: fulfillmentRequest.shape, unread: 'fulfillment' },
  { published: 'types/buyer.json', read: buyer.shape, unread: 'buyer' },
  {
    published: 'types/context.json',
    read: context.shape,
    unread: 'context',
  },
  {
    published: 'catalog_search.json#search_request',
    read: searchRequest.shape,
    unread: 'catalog',
  },
  {
    published: 'catalog_lookup.json#lookup_request',
    read: lookupRequest.shape,
    unread: 'catalog',
  },
  {
    published: 'catalog_lookup.json#get_product_request',
    read: productRequest.shape,
    unread: 'catalog',
  },
  { published: 'types/pagination.json#request', read: pagination },
  { published: 'types/search_filters.json', read: filters.shape },
  { published: 'types/price_filter.json', read: price },
  { published: 'types/selected_option.json', read: selectedOption.shape },
];

type Severity = Extract<Message, { type: 'error' }>['severity'];
type LineStatus = ReturnType<typeof renderOrder>['line_items'][number]['status'];

/** Values of ours, which the compiler holds complete; `false` for a published value that this service never gives. */
const VALUES: Record<string, Record<string, boolean>> = {
  'checkout.json status': {
    incomplete: true,
    requires_escalation: true,
    complete_in_progress: true,
    completed: true,
    canceled: true,
    ready_for_complete: false,
  } satisfies Record<CheckoutStatus, true> & Record<string, boolean>,
  'types/message_error.json severity': {
    recoverable: true,
    requires_buyer_input: true,
    requires_buyer_review: true,
    unrecoverable: true,
  } satisfies Record<Severity, true>,
  'types/order_line_item.json status': {
    processing: true,
    partial: true,
    fulfilled: true,
    removed: true,
  } satisfies Record<LineStatus, true>,
};

for (const version of UCP_VERSIONS)
  describe(`the published schemas of ${version}`, () => {
    for (const { published, read, unread = '' } of REQUESTS)
      it(`reads, or lists as unread, every member in ${published}`, () => {
        const [path = '', definition] = published.split('#');
        const schema = schemaOf(version, path);
        const members = propertiesOf(definition === undefined ? schema : schema.$defs[definition]);
        assert.ok(members.length > 0);
        const names = new Set([...Object.keys(read), ...(UNREAD[unread] ?? [])]);
        const unexpected = members.filter((name) => !names.has(name));
        assert.deepEqual(unexpected, []);
      });

    for (const [published, values] of Object.entries(VALUES))
      it(`knows exactly the published values of ${published}`, () => {
        const [path = '', name = ''] = published.split(' ');
        const { enum: officialValues } = schemaOf(version, path).properties[name];
        assert.deepEqual(officialValues.toSorted(), Object.keys(values).toSorted());
      });
  });

/** Types moved from `shopping/` to `common/` between the versions. */
function schemaOf(version: string, path: string) {
  const places = [SHOPPING + path, `schemas/common/${path}`];
  for (const place of places)
    try {
      return officialSchema(version, place);
    } catch (error) {
      if (place === places.at(-1)) throw error;
    }
  return assert.fail(`no schema ${path}`);
}

function propertiesOf(schema: { properties?: object; allOf?: { properties?: object }[] }): string[] {
  return [schema, ...(schema.allOf ?? [])].flatMap(({ properties = {} }) => Object.keys(properties));
}
