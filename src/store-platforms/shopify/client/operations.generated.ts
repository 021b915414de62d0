// Generated from the documents and the published schemas by `npm run shopify:types`; a test compares it. Do not edit.

import { z } from 'zod';
import { gid, instant, money, presentment, webAddress } from '../wire.ts';

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
  shippingAddress: z
    .object({
      name: z.string().nullable(),
      address1: z.string().nullable(),
      city: z.string().nullable(),
      province: z.string().nullable(),
      provinceCode: z.string().nullable(),
      zip: z.string().nullable(),
      countryCodeV2: z.string().nullable(),
    })
    .nullable(),
  lineItems: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean() }),
    nodes: z
      .array(
        z.object({
          id: gid,
          title: z.string(),
          variantTitle: z.string().nullable(),
          quantity: z.int(),
          currentQuantity: z.int(),
          requiresShipping: z.boolean(),
          originalUnitPriceSet: presentment,
          discountAllocations: z.array(z.object({ allocatedAmountSet: presentment })),
          taxLines: z.array(z.object({ priceSet: presentment })),
          variant: z.object({ id: gid }).nullable(),
        }),
      )
      .max(250),
  }),
  fulfillments: z
    .array(
      z.object({
        id: gid,
        status: z.string(),
        displayStatus: z.string().nullable(),
        createdAt: instant,
        updatedAt: instant,
        deliveredAt: instant.nullable(),
        estimatedDeliveryAt: instant.nullable(),
        trackingInfo: z
          .array(
            z.object({
              company: z.string().nullable(),
              number: z.string().nullable(),
              url: z.string().nullable(),
            }),
          )
          .max(10),
        fulfillmentLineItems: z.object({
          pageInfo: z.object({ hasNextPage: z.boolean() }),
          nodes: z.array(z.object({ quantity: z.int().nullable(), lineItem: z.object({ id: gid }) })).max(50),
        }),
      }),
    )
    .max(20),
  refunds: z
    .array(
      z.object({
        id: gid,
        processedAt: instant,
        totalRefundedSet: presentment,
        refundLineItems: z.object({
          nodes: z
            .array(z.object({ quantity: z.int(), restockType: z.string(), lineItem: z.object({ id: gid }) }))
            .max(50),
        }),
      }),
    )
    .max(10),
});

export const deliveryGroups = z.object({
  nodes: z
    .array(
      z.object({
        id: gid,
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
        selectedDeliveryOption: z.object({ handle: z.string(), estimatedCost: money }).nullable(),
      }),
    )
    .max(10),
});

export const cartProblems = z.object({
  code: z.string().nullable(),
  field: z.array(z.string()).nullable(),
  message: z.string(),
});

export const cartFields = z.object({
  id: gid,
  checkoutUrl: webAddress,
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
    nodes: z
      .array(
        z.object({
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
            image: z.object({ url: z.string() }).nullable(),
            requiresShipping: z.boolean(),
          }),
        }),
      )
      .max(250),
  }),
  deliveryGroups: deliveryGroups.optional(),
  groupsOfCarriers: deliveryGroups.optional(),
});

export const productFields = z.object({
  id: gid,
  title: z.string(),
  description: z.string(),
  handle: z.string(),
  onlineStoreUrl: z.string().nullable(),
  availableForSale: z.boolean(),
  tags: z.array(z.string()).optional(),
  vendor: z.string(),
  productType: z.string(),
  category: z.object({ name: z.string(), ancestors: z.array(z.object({ name: z.string() })) }).nullable(),
  rating: z.object({ value: z.string() }).nullable().optional(),
  ratingCount: z.object({ value: z.string() }).nullable().optional(),
  priceRange: z.object({ minVariantPrice: money, maxVariantPrice: money }),
  options: z.array(z.object({ name: z.string(), optionValues: z.array(z.object({ name: z.string() })) })),
  variants: z.object({
    nodes: z
      .array(
        z.object({
          id: gid,
          title: z.string(),
          availableForSale: z.boolean(),
          currentlyNotInStock: z.boolean(),
          requiresShipping: z.boolean(),
          quantityAvailable: z.int().nullable().optional(),
          sku: z.string().nullable(),
          barcode: z.string().nullable(),
          price: money,
          compareAtPrice: money.nullable(),
          unitPrice: money.nullable().optional(),
          unitPriceMeasurement: z
            .object({
              quantityUnit: z.string().nullable(),
              quantityValue: z.number(),
              referenceUnit: z.string().nullable(),
              referenceValue: z.int(),
            })
            .nullable()
            .optional(),
          selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
          image: z.object({ url: z.string(), altText: z.string().nullable() }).nullable(),
        }),
      )
      .max(100),
  }),
  media: z.object({
    nodes: z
      .array(z.object({ alt: z.string().nullable(), previewImage: z.object({ url: z.string() }).nullable() }))
      .max(10),
  }),
});

export const buyableProduct = z.object({
  id: gid,
  title: z.string(),
  handle: z.string(),
  requiresSellingPlan: z.boolean(),
  selectedOrFirstAvailableVariant: z
    .object({ id: gid, title: z.string(), availableForSale: z.boolean() })
    .nullable(),
});

export const adminAnswers = {
  CheckAdminToken: z.object({
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
    shop: z.object({ taxesIncluded: z.boolean(), ianaTimezone: z.string() }),
  }),
  ChangedProducts: z.object({
    products: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      nodes: z.array(z.object({ id: gid })).max(100),
    }),
  }),
  ChangedOrders: z.object({
    orders: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      nodes: z
        .array(
          z.object({
            id: gid,
            customAttributes: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
          }),
        )
        .max(100),
    }),
  }),
  FindOrders: z.object({ orders: z.object({ nodes: z.array(orderFields).max(3) }) }),
  ListOrders: z.object({
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
    orders: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      nodes: z
        .array(
          z.object({
            createdAt: instant,
            cancelledAt: instant.nullable(),
            displayFinancialStatus: z.string().nullable(),
            totalPriceSet: presentment,
            totalRefundedSet: presentment,
          }),
        )
        .max(250),
    }),
  }),
  ReadOrder: z.object({ order: orderFields.nullable() }),
  ReadOrderTags: z.object({ order: z.object({ tags: z.array(z.string()) }).nullable() }),
  TagOrder: z.object({
    tagsAdd: z.object({ userErrors: z.array(z.object({ message: z.string() })) }).nullable(),
  }),
  CreateWebhook: z.object({
    webhookSubscriptionCreate: z
      .object({
        userErrors: z.array(z.object({ field: z.array(z.string()).nullable(), message: z.string() })),
      })
      .nullable(),
  }),
  DeleteWebhook: z.object({
    webhookSubscriptionDelete: z
      .object({
        userErrors: z.array(z.object({ field: z.array(z.string()).nullable(), message: z.string() })),
      })
      .nullable(),
  }),
  ListWebhooks: z.object({
    webhookSubscriptions: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      nodes: z
        .array(
          z.object({
            id: gid,
            topic: z.string(),
            uri: z.string(),
            format: z.string(),
            filter: z.string().nullable(),
          }),
        )
        .max(100),
    }),
  }),
  UpdateWebhook: z.object({
    webhookSubscriptionUpdate: z
      .object({
        userErrors: z.array(z.object({ field: z.array(z.string()).nullable(), message: z.string() })),
      })
      .nullable(),
  }),
};

export const storefrontAnswers = {
  CheckStorefront: z.object({
    shop: z.object({ name: z.string() }),
    products: z.object({
      nodes: z.array(z.object({ id: gid, tags: z.array(z.string()).optional() })).max(1),
    }),
    cart: z.object({ id: gid }).nullable(),
  }),
  DescribeShop: z.object({
    shop: z.object({
      name: z.string(),
      primaryDomain: z.object({ url: webAddress }),
      paymentSettings: z.object({ currencyCode: z.string(), countryCode: z.string() }),
      shipsToCountries: z.array(z.string()),
      termsOfService: z.object({ url: z.string() }).nullable(),
      privacyPolicy: z.object({ url: z.string() }).nullable(),
      refundPolicy: z.object({ url: z.string() }).nullable(),
      shippingPolicy: z.object({ url: z.string() }).nullable(),
      brand: z
        .object({
          squareLogo: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable(),
          logo: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable(),
          colors: z.object({ primary: z.array(z.object({ background: z.string().nullable() })) }),
        })
        .nullable()
        .catch(null),
    }),
  }),
  CreateCart: z.object({
    cartCreate: z
      .object({
        cart: z
          .object({
            id: gid,
            checkoutUrl: webAddress,
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
              nodes: z
                .array(
                  z.object({
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
                      image: z.object({ url: z.string() }).nullable(),
                      requiresShipping: z.boolean(),
                      product: z.object({ title: z.string() }).optional(),
                    }),
                  }),
                )
                .max(250),
            }),
            deliveryGroups: deliveryGroups.optional(),
            groupsOfCarriers: deliveryGroups.optional(),
          })
          .nullable(),
        userErrors: z.array(cartProblems),
        warnings: z.array(z.object({ code: z.string(), message: z.string() })),
      })
      .nullable(),
  }),
  EmptyCart: z.object({
    emptied: z
      .object({
        userErrors: z.array(
          z.object({
            code: z.string().nullable(),
            field: z.array(z.string()).nullable(),
            message: z.string(),
          }),
        ),
      })
      .nullable(),
    uncoded: z
      .object({
        userErrors: z.array(
          z.object({
            code: z.string().nullable(),
            field: z.array(z.string()).nullable(),
            message: z.string(),
          }),
        ),
      })
      .nullable(),
  }),
  QuoteFulfillment: z.object({
    cartCreate: z
      .object({
        cart: z
          .object({
            cost: z.object({ totalAmount: z.object({ currencyCode: z.string() }) }),
            lines: z.object({
              nodes: z
                .array(
                  z.object({
                    quantity: z.int(),
                    merchandise: z.object({ id: gid, requiresShipping: z.boolean() }),
                  }),
                )
                .max(250),
            }),
            deliveryGroups: deliveryGroups,
            groupsOfCarriers: deliveryGroups.optional(),
          })
          .nullable(),
        userErrors: z.array(cartProblems),
        warnings: z.array(z.object({ code: z.string(), message: z.string() })),
      })
      .nullable(),
  }),
  ReadCart: z.object({
    cart: z
      .object({
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
          nodes: z
            .array(z.object({ id: gid, quantity: z.int(), merchandise: z.object({ id: gid }) }))
            .max(250),
        }),
      })
      .nullable(),
  }),
  SelectDelivery: z.object({
    cartSelectedDeliveryOptionsUpdate: z
      .object({
        cart: cartFields.nullable(),
        userErrors: z.array(cartProblems),
        warnings: z.array(z.object({ code: z.string(), message: z.string() })),
      })
      .nullable(),
  }),
  SyncCart: z.object({
    removed: z
      .object({ cart: z.object({ id: gid }).nullable(), userErrors: z.array(cartProblems) })
      .nullable()
      .optional(),
    updated: z
      .object({ cart: z.object({ id: gid }).nullable(), userErrors: z.array(cartProblems) })
      .nullable()
      .optional(),
    added: z
      .object({ cart: z.object({ id: gid }).nullable(), userErrors: z.array(cartProblems) })
      .nullable()
      .optional(),
    identified: z
      .object({ cart: z.object({ id: gid }).nullable(), userErrors: z.array(cartProblems) })
      .nullable()
      .optional(),
    addressed: z
      .object({ cart: z.object({ id: gid }).nullable(), userErrors: z.array(cartProblems) })
      .nullable()
      .optional(),
    coded: z
      .object({
        cart: cartFields.nullable(),
        userErrors: z.array(cartProblems),
        warnings: z.array(z.object({ code: z.string(), message: z.string() })),
      })
      .nullable(),
  }),
  ListProducts: z.object({
    products: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      nodes: z.array(productFields),
    }),
  }),
  LookupProducts: z.object({
    nodes: z.array(z.union([productFields, z.object({ product: productFields })]).nullable()),
  }),
  SearchProducts: z.object({
    search: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      nodes: z.array(productFields),
    }),
  }),
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
              product: z.object({
                id: gid,
                title: z.string(),
                handle: z.string(),
                requiresSellingPlan: z.boolean(),
              }),
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
  };
  LookupProducts: {
    ids: Array<string>;
    withTags: boolean;
    withStock: boolean;
    withRatings: boolean;
    withUnitPrices: boolean;
  };
  SearchProducts: {
    text: string;
    first: number;
    after?: string | null;
    withTags: boolean;
    withStock: boolean;
    withRatings: boolean;
    withUnitPrices: boolean;
  };
  ResolveItems: { ids: Array<string>; [handle: `h${number}`]: string };
}

export type AttributeInput = { key: string; value: string };

export type CartAddressInput =
  | { copyFromCustomerAddressId: string }
  | { deliveryAddress: CartDeliveryAddressInput };

export type CartBuyerIdentityInput = {
  companyLocationId?: string | null;
  countryCode?: string | null;
  customerAccessToken?: string | null;
  email?: string | null;
  phone?: string | null;
  preferences?: CartPreferencesInput | null;
};

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

export type CartDeliveryCoordinatesPreferenceInput = {
  countryCode: string;
  latitude: number;
  longitude: number;
};

export type CartDeliveryInput = { addresses?: Array<CartSelectableAddressInput> | null };

export type CartDeliveryPreferenceInput = {
  coordinates?: CartDeliveryCoordinatesPreferenceInput | null;
  deliveryMethod?: Array<PreferenceDeliveryMethodType> | null;
  pickupHandle?: Array<string> | null;
};

export type CartInput = {
  attributes?: Array<AttributeInput> | null;
  buyerIdentity?: CartBuyerIdentityInput | null;
  delivery?: CartDeliveryInput | null;
  discountCodes?: Array<string> | null;
  giftCardCodes?: Array<string> | null;
  lines?: Array<CartLineInput> | null;
  metafields?: Array<CartInputMetafieldInput> | null;
  note?: string | null;
  sourceName?: string | null;
};

export type CartInputMetafieldInput = { key: string; type: string; value: string };

export type CartLineInput = {
  attributes?: Array<AttributeInput> | null;
  merchandiseId: string;
  parent?: CartLineParentInput | null;
  quantity?: number | null;
  sellingPlanId?: string | null;
};

export type CartLineParentInput = { lineId: string } | { merchandiseId: string };

export type CartLineUpdateInput = {
  attributes?: Array<AttributeInput> | null;
  id?: string | null;
  merchandiseId?: string | null;
  quantity?: number | null;
  sellingPlanId?: string | null;
  viewKey?: string | null;
};

export type CartPreferencesInput = {
  delivery?: CartDeliveryPreferenceInput | null;
  wallet?: Array<string> | null;
};

export type CartSelectableAddressInput = {
  address: CartAddressInput;
  oneTimeUse?: boolean | null;
  selected?: boolean | null;
  validationStrategy?: DeliveryAddressValidationStrategy | null;
};

export type CartSelectedDeliveryOptionInput = { deliveryGroupId: string; deliveryOptionHandle: string };

export type CartWarningCode =
  | 'DISCOUNT_CODE_NOT_HONOURED'
  | 'DISCOUNT_CURRENTLY_INACTIVE'
  | 'DISCOUNT_CUSTOMER_NOT_ELIGIBLE'
  | 'DISCOUNT_CUSTOMER_USAGE_LIMIT_REACHED'
  | 'DISCOUNT_ELIGIBLE_CUSTOMER_MISSING'
  | 'DISCOUNT_INCOMPATIBLE_PURCHASE_TYPE'
  | 'DISCOUNT_NOT_FOUND'
  | 'DISCOUNT_NO_ENTITLED_LINE_ITEMS'
  | 'DISCOUNT_NO_ENTITLED_SHIPPING_LINES'
  | 'DISCOUNT_PURCHASE_NOT_IN_RANGE'
  | 'DISCOUNT_QUANTITY_NOT_IN_RANGE'
  | 'DISCOUNT_USAGE_LIMIT_REACHED'
  | 'DUPLICATE_DELIVERY_ADDRESS'
  | 'MERCHANDISE_NOT_ENOUGH_STOCK'
  | 'MERCHANDISE_OUT_OF_STOCK'
  | 'MERCHANDISE_SELLING_PLAN_NOT_APPLICABLE_ON_COMPANY_LOCATION'
  | 'PAYMENTS_GIFT_CARDS_UNAVAILABLE'
  | 'PRODUCT_UNAVAILABLE_IN_BUYER_LOCATION';

export type DeliveryAddressValidationStrategy = 'COUNTRY_CODE_ONLY' | 'STRICT';

export type FulfillmentDisplayStatus =
  | 'ATTEMPTED_DELIVERY'
  | 'CANCELED'
  | 'CARRIER_PICKED_UP'
  | 'CONFIRMED'
  | 'DELAYED'
  | 'DELIVERED'
  | 'FAILURE'
  | 'FULFILLED'
  | 'IN_TRANSIT'
  | 'LABEL_PRINTED'
  | 'LABEL_PURCHASED'
  | 'LABEL_VOIDED'
  | 'MARKED_AS_FULFILLED'
  | 'NOT_DELIVERED'
  | 'OUT_FOR_DELIVERY'
  | 'PICKED_UP'
  | 'READY_FOR_PICKUP'
  | 'SUBMITTED';

export type HasMetafieldsMetafieldIdentifierInput = { key: string; namespace?: string | null };

export type OrderDisplayFinancialStatus =
  | 'AUTHORIZED'
  | 'EXPIRED'
  | 'PAID'
  | 'PARTIALLY_PAID'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'VOIDED';

export type OrderDisplayFulfillmentStatus =
  | 'FULFILLED'
  | 'IN_PROGRESS'
  | 'ON_HOLD'
  | 'OPEN'
  | 'PARTIALLY_FULFILLED'
  | 'PENDING_FULFILLMENT'
  | 'REQUEST_DECLINED'
  | 'RESTOCKED'
  | 'SCHEDULED'
  | 'UNFULFILLED';

export type PreferenceDeliveryMethodType = 'PICKUP_POINT' | 'PICK_UP' | 'SHIPPING';

export type WebhookSubscriptionFormat = 'JSON' | 'XML';

export type WebhookSubscriptionInput = {
  filter?: string | null;
  format?: WebhookSubscriptionFormat | null;
  includeFields?: Array<string> | null;
  metafieldNamespaces?: Array<string> | null;
  metafields?: Array<HasMetafieldsMetafieldIdentifierInput> | null;
  name?: string | null;
  uri?: string | null;
};
