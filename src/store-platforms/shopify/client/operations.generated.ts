// Generated from the documents and the published schemas by `npm run shopify:types`; a test compares it. Do not edit.

import { z } from 'zod';
import { gid, instant, list, money, pageInfo, presentment, toNullable, webAddress } from '../wire.ts';

export const orderFields = z.object({
  id: gid,
  legacyResourceId: z.string(),
  createdAt: instant,
  updatedAt: instant,
  cancelledAt: instant.nullable(),
  displayFinancialStatus: z.string().nullable(),
  displayFulfillmentStatus: z.string(),
  taxesIncluded: z.boolean(),
  presentmentCurrencyCode: z.string(),
  customAttributes: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
  email: z.string().nullable(),
  statusPageUrl: z.string().optional(),
  subtotalPriceSet: presentment.nullable(),
  totalTaxSet: presentment.nullable(),
  totalShippingPriceSet: presentment,
  totalPriceSet: presentment,
  shippingAddress: toNullable({
    name: z.string().nullable(),
    address1: z.string().nullable(),
    city: z.string().nullable(),
    province: z.string().nullable(),
    provinceCode: z.string().nullable(),
    zip: z.string().nullable(),
    countryCodeV2: z.string().nullable(),
  }),
  lineItems: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean() }),
    nodes: list(250, {
      id: gid,
      title: z.string(),
      variantTitle: z.string().nullable(),
      quantity: z.int(),
      currentQuantity: z.int(),
      requiresShipping: z.boolean(),
      originalUnitPriceSet: presentment,
      discountAllocations: z.array(z.object({ allocatedAmountSet: presentment })),
      taxLines: z.array(z.object({ priceSet: presentment })),
      variant: toNullable({ id: gid }),
    }),
  }),
  fulfillments: list(20, {
    id: gid,
    status: z.string(),
    displayStatus: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant,
    deliveredAt: instant.nullable(),
    estimatedDeliveryAt: instant.nullable(),
    trackingInfo: list(10, {
      company: z.string().nullable(),
      number: z.string().nullable(),
      url: z.string().nullable(),
    }),
    fulfillmentLineItems: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean() }),
      nodes: list(50, { quantity: z.int().nullable(), lineItem: z.object({ id: gid }) }),
    }),
  }),
  refunds: list(10, {
    id: gid,
    processedAt: instant,
    totalRefundedSet: presentment,
    refundLineItems: z.object({
      nodes: list(50, { quantity: z.int(), restockType: z.string(), lineItem: z.object({ id: gid }) }),
    }),
  }),
});

export const deliveryGroups = z.object({
  nodes: list(10, {
    id: gid,
    cartLines: z.object({ nodes: list(100, { merchandise: z.object({ id: gid }) }) }),
    deliveryOptions: z.array(
      z.object({
        handle: z.string(),
        code: z.string().nullable(),
        title: z.string().nullable(),
        description: z.string().nullable(),
        deliveryMethodType: z.string(),
        estimatedCost: money,
      }),
    ),
    selectedDeliveryOption: toNullable({ handle: z.string(), estimatedCost: money }),
  }),
});

export const cartFields = z.object({
  id: gid,
  checkoutUrl: webAddress,
  buyerIdentity: z.object({ countryCode: z.string().nullable() }),
  discountCodes: z.array(z.object({ code: z.string(), applicable: z.boolean() })),
  discountApplications: z.array(
    z.object({
      targetType: z.string(),
      totalAllocatedAmount: money,
      title: z.string().optional(),
      code: z.string().optional(),
    }),
  ),
  appliedGiftCards: z.array(z.object({ presentmentAmountUsed: money })),
  cost: z.object({ totalAmount: money }),
  lines: z.object({
    nodes: list(250, {
      id: gid,
      quantity: z.int(),
      cost: z.object({ amountPerQuantity: money, subtotalAmount: money }),
      discountAllocations: z.array(
        z.object({
          targetType: z.string(),
          discountedAmount: money,
          title: z.string().optional(),
          code: z.string().optional(),
        }),
      ),
      merchandise: z.object({
        id: gid,
        title: z.string(),
        image: toNullable({ url: z.string() }),
        requiresShipping: z.boolean(),
      }),
    }),
  }),
  deliveryGroups: deliveryGroups.optional(),
  groupsOfCarriers: deliveryGroups.optional(),
});

export const cartProblems = z.object({
  code: z.string().nullable(),
  field: z.array(z.string()).nullable(),
  message: z.string(),
});

export const productFields = z.object({
  id: gid,
  title: z.string(),
  description: z.string(),
  handle: z.string(),
  onlineStoreUrl: z.string().nullable(),
  availableForSale: z.boolean(),
  requiresSellingPlan: z.boolean(),
  tags: z.array(z.string()).optional(),
  vendor: z.string(),
  productType: z.string(),
  category: toNullable({ name: z.string(), ancestors: z.array(z.object({ name: z.string() })) }),
  rating: toNullable({ value: z.string() }).optional(),
  ratingCount: toNullable({ value: z.string() }).optional(),
  priceRange: z.object({ minVariantPrice: money, maxVariantPrice: money }),
  options: z.array(z.object({ name: z.string(), optionValues: z.array(z.object({ name: z.string() })) })),
  variants: z.object({
    nodes: list(100, {
      id: gid,
      title: z.string(),
      availableForSale: z.boolean(),
      currentlyNotInStock: z.boolean(),
      requiresShipping: z.boolean(),
      weight: z.number().nullable(),
      weightUnit: z.string(),
      quantityAvailable: z.int().nullable().optional(),
      sku: z.string().nullable(),
      barcode: z.string().nullable(),
      price: money,
      compareAtPrice: money.nullable(),
      unitPrice: money.nullable().optional(),
      unitPriceMeasurement: toNullable({
        quantityUnit: z.string().nullable(),
        quantityValue: z.number(),
        referenceUnit: z.string().nullable(),
        referenceValue: z.int(),
      }).optional(),
      quantityRule: z.object({ maximum: z.int().nullable() }).optional(),
      selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
      image: toNullable({ url: z.string(), altText: z.string().nullable() }),
    }),
  }),
  media: z.object({
    nodes: list(10, { alt: z.string().nullable(), previewImage: toNullable({ url: z.string() }) }),
  }),
});

export const buyableProduct = z.object({
  id: gid,
  title: z.string(),
  handle: z.string(),
  selectedOrFirstAvailableVariant: toNullable({ id: gid, title: z.string(), availableForSale: z.boolean() }),
});

export const adminAnswers = {
  CheckAdminToken: z.object({
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
    shop: z.object({ taxesIncluded: z.boolean(), ianaTimezone: z.string() }),
  }),
  ChangedProducts: z.object({ products: z.object({ pageInfo, nodes: list(100, { id: gid }) }) }),
  ChangedOrders: z.object({
    orders: z.object({
      pageInfo,
      nodes: list(100, {
        id: gid,
        customAttributes: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
      }),
    }),
  }),
  FindOrders: z.object({ orders: z.object({ nodes: z.array(orderFields).max(3) }) }),
  ListOrders: z.object({
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
    orders: z.object({
      pageInfo,
      nodes: list(250, {
        createdAt: instant,
        cancelledAt: instant.nullable(),
        displayFinancialStatus: z.string().nullable(),
        totalPriceSet: presentment,
        totalRefundedSet: presentment,
      }),
    }),
  }),
  ReadOrder: z.object({ order: orderFields.nullable() }),
  ReadOrderTags: z.object({ order: toNullable({ tags: z.array(z.string()) }) }),
  TagOrder: z.object({ tagsAdd: toNullable({ userErrors: z.array(z.object({ message: z.string() })) }) }),
  CreateWebhook: z.object({
    webhookSubscriptionCreate: toNullable({
      userErrors: z.array(z.object({ field: z.array(z.string()).nullable(), message: z.string() })),
    }),
  }),
  DeleteWebhook: z.object({
    webhookSubscriptionDelete: toNullable({
      userErrors: z.array(z.object({ field: z.array(z.string()).nullable(), message: z.string() })),
    }),
  }),
  ListWebhooks: z.object({
    webhookSubscriptions: z.object({
      pageInfo,
      nodes: list(100, {
        id: gid,
        topic: z.string(),
        uri: z.string(),
        format: z.string(),
        filter: z.string().nullable(),
      }),
    }),
  }),
  UpdateWebhook: z.object({
    webhookSubscriptionUpdate: toNullable({
      userErrors: z.array(z.object({ field: z.array(z.string()).nullable(), message: z.string() })),
    }),
  }),
};

export const storefrontAnswers = {
  CheckStorefront: z.object({
    shop: z.object({ name: z.string() }),
    products: z.object({ nodes: list(1, { id: gid, tags: z.array(z.string()).optional() }) }),
    cart: toNullable({ id: gid }),
  }),
  DescribeShop: z.object({
    shop: z.object({
      name: z.string(),
      primaryDomain: z.object({ url: webAddress }),
      paymentSettings: z.object({ currencyCode: z.string(), countryCode: z.string() }),
      shipsToCountries: z.array(z.string()),
      termsOfService: toNullable({ url: z.string() }),
      privacyPolicy: toNullable({ url: z.string() }),
      refundPolicy: toNullable({ url: z.string() }),
      shippingPolicy: toNullable({ url: z.string() }),
      brand: toNullable({
        squareLogo: toNullable({ image: toNullable({ url: z.string() }) }),
        logo: toNullable({ image: toNullable({ url: z.string() }) }),
        colors: z.object({ primary: z.array(z.object({ background: z.string().nullable() })) }),
      }).catch(null),
    }),
  }),
  CreateCart: z.object({
    cartCreate: toNullable({
      cart: cartFields
        .extend({
          lines: z.object({
            nodes: list(250, {
              id: gid,
              quantity: z.int(),
              cost: z.object({ amountPerQuantity: money, subtotalAmount: money }),
              discountAllocations: z.array(
                z.object({
                  targetType: z.string(),
                  discountedAmount: money,
                  title: z.string().optional(),
                  code: z.string().optional(),
                }),
              ),
              merchandise: z.object({
                id: gid,
                title: z.string(),
                image: toNullable({ url: z.string() }),
                requiresShipping: z.boolean(),
                product: z.object({ title: z.string() }).optional(),
              }),
            }),
          }),
        })
        .nullable(),
      userErrors: z.array(cartProblems),
      warnings: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
  }),
  EmptyCart: z.object({
    emptied: toNullable({ userErrors: z.array(cartProblems) }),
    uncoded: toNullable({ userErrors: z.array(cartProblems) }),
  }),
  QuoteFulfillment: z.object({
    cartCreate: toNullable({
      cart: toNullable({
        cost: z.object({ totalAmount: z.object({ currencyCode: z.string() }) }),
        lines: z.object({
          nodes: list(250, {
            quantity: z.int(),
            merchandise: z.object({ id: gid, requiresShipping: z.boolean() }),
          }),
        }),
        deliveryGroups,
        groupsOfCarriers: deliveryGroups.optional(),
      }),
      userErrors: z.array(cartProblems),
      warnings: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
  }),
  ReadCart: z.object({
    cart: toNullable({
      discountCodes: z.array(z.object({ code: z.string() })),
      delivery: z
        .object({
          addresses: z.array(
            z.object({
              address: z.object({
                address1: z.string().nullable(),
                address2: z.string().nullable(),
                city: z.string().nullable(),
                countryCode: z.string().nullable(),
                firstName: z.string().nullable(),
                lastName: z.string().nullable(),
                phone: z.string().nullable(),
                provinceCode: z.string().nullable(),
                zip: z.string().nullable(),
              }),
            }),
          ),
        })
        .optional(),
      deliveryGroups: deliveryGroups.optional(),
      lines: z.object({
        nodes: list(250, { id: gid, quantity: z.int(), merchandise: z.object({ id: gid }) }),
      }),
    }),
  }),
  SelectDelivery: z.object({
    cartSelectedDeliveryOptionsUpdate: toNullable({
      cart: cartFields.nullable(),
      userErrors: z.array(cartProblems),
      warnings: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
  }),
  SyncCart: z.object({
    removed: toNullable({ cart: toNullable({ id: gid }), userErrors: z.array(cartProblems) }).optional(),
    updated: toNullable({ cart: toNullable({ id: gid }), userErrors: z.array(cartProblems) }).optional(),
    added: toNullable({ cart: toNullable({ id: gid }), userErrors: z.array(cartProblems) }).optional(),
    identified: toNullable({ cart: toNullable({ id: gid }), userErrors: z.array(cartProblems) }).optional(),
    addressed: toNullable({ cart: toNullable({ id: gid }), userErrors: z.array(cartProblems) }).optional(),
    coded: toNullable({
      cart: cartFields.nullable(),
      userErrors: z.array(cartProblems),
      warnings: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
  }),
  ListProducts: z.object({ products: z.object({ pageInfo, nodes: z.array(productFields) }) }),
  LookupProducts: z.object({
    nodes: z.array(z.union([productFields, z.object({ product: productFields })]).nullable()),
  }),
  SearchProducts: z.object({ search: z.object({ pageInfo, nodes: z.array(productFields) }) }),
  ResolveItems: z
    .object({
      nodes: z.array(
        z
          .union([
            buyableProduct,
            z.object({
              id: gid,
              title: z.string(),
              availableForSale: z.boolean(),
              product: z.object({ id: gid, title: z.string(), handle: z.string() }),
            }),
          ])
          .nullable(),
      ),
    })
    .catchall(buyableProduct.nullable()),
};

export interface AdminVariables {
  CheckAdminToken: Record<string, never>;
  ChangedProducts: { query: string; after?: string | null };
  ChangedOrders: { query: string; after?: string | null };
  FindOrders: { query: string; withStatusPage: boolean };
  ListOrders: { query: string; after?: string | null };
  ReadOrder: { id: string; withStatusPage: boolean };
  ReadOrderTags: { id: string };
  TagOrder: { id: string; tags: Array<string> };
  CreateWebhook: { topic: string; subscription: WebhookSubscriptionInput };
  DeleteWebhook: { id: string };
  ListWebhooks: { after?: string | null };
  UpdateWebhook: { id: string; subscription: WebhookSubscriptionInput };
}

export interface StorefrontVariables {
  CheckStorefront: { withTags: boolean };
  DescribeShop: Record<string, never>;
  CreateCart: { input: CartInput; withProductTitles: boolean; withDelivery: boolean };
  EmptyCart: { id: string; lineIds: Array<string> };
  QuoteFulfillment: { input: CartInput; country: string };
  ReadCart: { id: string; withDelivery: boolean };
  SelectDelivery: { id: string; options: Array<CartSelectedDeliveryOptionInput>; withDelivery: boolean };
  SyncCart: {
    id: string;
    remove: Array<string>;
    update: Array<CartLineUpdateInput>;
    add: Array<CartLineInput>;
    buyer: CartBuyerIdentityInput;
    addresses: Array<CartSelectableAddressInput>;
    codes: Array<string>;
    doRemove: boolean;
    doUpdate: boolean;
    doAdd: boolean;
    doBuyer: boolean;
    doAddress: boolean;
    withDelivery: boolean;
  };
  ListProducts: {
    first: number;
    after?: string | null;
    withTags: boolean;
    withStock: boolean;
    withRatings: boolean;
    withUnitPrices: boolean;
    withQuantityRules: boolean;
  };
  LookupProducts: {
    ids: Array<string>;
    withTags: boolean;
    withStock: boolean;
    withRatings: boolean;
    withUnitPrices: boolean;
    withQuantityRules: boolean;
  };
  SearchProducts: {
    text: string;
    first: number;
    after?: string | null;
    withTags: boolean;
    withStock: boolean;
    withRatings: boolean;
    withUnitPrices: boolean;
    withQuantityRules: boolean;
  };
  ResolveItems: { ids: Array<string>; [handle: `h${number}`]: string };
}

export type AttributeInput = { key: string; value: string };

export type CartAddressInput = { deliveryAddress: CartDeliveryAddressInput };

export type CartBuyerIdentityInput = { countryCode?: string | null; email?: string | null };

export type CartDeliveryAddressInput = {
  address1?: string | null;
  address2?: string | null;
  city?: string | null;
  company?: string | null;
  countryCode?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  phone?: string | null;
  provinceCode?: string | null;
  zip?: string | null;
};

export type CartDeliveryInput = { addresses?: Array<CartSelectableAddressInput> | null };

export type CartInput = {
  attributes?: Array<AttributeInput> | null;
  buyerIdentity?: CartBuyerIdentityInput | null;
  delivery?: CartDeliveryInput | null;
  discountCodes?: Array<string> | null;
  lines?: Array<CartLineInput> | null;
};

export type CartLineInput = { merchandiseId: string; quantity?: number | null };

export type CartLineUpdateInput = { id?: string | null; quantity?: number | null };

export type CartSelectableAddressInput = {
  address: CartAddressInput;
  oneTimeUse?: boolean | null;
  selected?: boolean | null;
  validationStrategy?: DeliveryAddressValidationStrategy | null;
};

export type CartSelectedDeliveryOptionInput = { deliveryGroupId: string; deliveryOptionHandle: string };

export type DeliveryAddressValidationStrategy = 'COUNTRY_CODE_ONLY' | 'STRICT';

export type WebhookSubscriptionFormat = 'JSON' | 'XML';

export type WebhookSubscriptionInput = {
  filter?: string | null;
  format?: WebhookSubscriptionFormat | null;
  uri?: string | null;
};
