// Generated from the documents and the published schemas by `npm run shopify:types`; a test compares it. Do not edit.

export interface AdminOperations {
  CheckAdminToken: {
    variables: Record<string, never>;
    answer: {
      currentAppInstallation: { accessScopes: Array<{ handle: string }> };
      shop: { taxesIncluded: boolean; ianaTimezone: string };
    };
  };
  ChangedProducts: {
    variables: { query: string; after?: string | null };
    answer: {
      products: {
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
        nodes: Array<{ id: string }>;
      };
    };
  };
  ChangedOrders: {
    variables: { query: string; after?: string | null };
    answer: {
      orders: {
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
        nodes: Array<{ id: string; customAttributes: Array<{ key: string; value: string | null }> }>;
      };
    };
  };
  FindOrders: {
    variables: { query: string; withStatusPage: boolean };
    answer: { orders: { nodes: Array<OrderFields> } };
  };
  ListOrders: {
    variables: { query: string; after?: string | null };
    answer: {
      currentAppInstallation: { accessScopes: Array<{ handle: string }> };
      orders: {
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
        nodes: Array<{
          createdAt: string;
          cancelledAt: string | null;
          displayFinancialStatus: OrderDisplayFinancialStatus | null;
          totalPriceSet: { presentmentMoney: { amount: string; currencyCode: string } };
        }>;
      };
    };
  };
  ReadOrder: { variables: { id: string; withStatusPage: boolean }; answer: { order: OrderFields | null } };
  ReadOrderTags: { variables: { id: string }; answer: { order: { tags: Array<string> } | null } };
  TagOrder: {
    variables: { id: string; tags: Array<string> };
    answer: { tagsAdd: { userErrors: Array<{ message: string }> } | null };
  };
  CreateWebhook: {
    variables: { topic: string; subscription: WebhookSubscriptionInput };
    answer: {
      webhookSubscriptionCreate: {
        userErrors: Array<{ field: Array<string> | null; message: string }>;
      } | null;
    };
  };
  DeleteWebhook: {
    variables: { id: string };
    answer: {
      webhookSubscriptionDelete: {
        userErrors: Array<{ field: Array<string> | null; message: string }>;
      } | null;
    };
  };
  ListWebhooks: {
    variables: { after?: string | null };
    answer: {
      webhookSubscriptions: {
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
        nodes: Array<{
          id: string;
          topic: string;
          uri: string;
          format: WebhookSubscriptionFormat;
          filter: string | null;
        }>;
      };
    };
  };
  UpdateWebhook: {
    variables: { id: string; subscription: WebhookSubscriptionInput };
    answer: {
      webhookSubscriptionUpdate: {
        userErrors: Array<{ field: Array<string> | null; message: string }>;
      } | null;
    };
  };
}

export interface StorefrontOperations {
  CheckStorefront: {
    variables: { withTags: boolean };
    answer: {
      shop: { name: string };
      products: { nodes: Array<{ id: string; tags?: Array<string> }> };
      cart: { id: string } | null;
    };
  };
  DescribeShop: {
    variables: Record<string, never>;
    answer: {
      shop: {
        name: string;
        primaryDomain: { url: string };
        paymentSettings: { currencyCode: string; countryCode: string };
        termsOfService: { url: string } | null;
        privacyPolicy: { url: string } | null;
        refundPolicy: { url: string } | null;
        shippingPolicy: { url: string } | null;
        brand: {
          squareLogo: { image: { url: string } | null } | null;
          logo: { image: { url: string } | null } | null;
          colors: { primary: Array<{ background: string | null }> };
        } | null;
      };
    };
  };
  CreateCart: {
    variables: { input: CartInput; withProductTitles: boolean };
    answer: {
      cartCreate: {
        cart: {
          id: string;
          checkoutUrl: string;
          discountCodes: Array<{ code: string; applicable: boolean }>;
          discountApplications: Array<
            | {
                targetType: DiscountApplicationTargetType;
                totalAllocatedAmount: { amount: string; currencyCode: string };
                title: string;
              }
            | {
                targetType: DiscountApplicationTargetType;
                totalAllocatedAmount: { amount: string; currencyCode: string };
                code: string;
              }
          >;
          appliedGiftCards: Array<{ presentmentAmountUsed: { amount: string; currencyCode: string } }>;
          cost: { totalAmount: { amount: string; currencyCode: string } };
          lines: {
            nodes: Array<{
              id: string;
              quantity: number;
              cost: {
                amountPerQuantity: { amount: string; currencyCode: string };
                subtotalAmount: { amount: string; currencyCode: string };
              };
              discountAllocations: Array<
                | {
                    targetType: DiscountApplicationTargetType;
                    discountedAmount: { amount: string; currencyCode: string };
                    title: string;
                  }
                | {
                    targetType: DiscountApplicationTargetType;
                    discountedAmount: { amount: string; currencyCode: string };
                    code: string;
                  }
              >;
              merchandise: {
                id: string;
                title: string;
                image: { url: string } | null;
                product?: { title: string };
              };
            }>;
          };
        } | null;
        userErrors: Array<{ code: string | null; field: Array<string> | null; message: string }>;
        warnings: Array<{ code: CartWarningCode; message: string }>;
      } | null;
    };
  };
  EmptyCart: {
    variables: { id: string; lineIds: Array<string> };
    answer: {
      emptied: {
        userErrors: Array<{ code: string | null; field: Array<string> | null; message: string }>;
      } | null;
      uncoded: {
        userErrors: Array<{ code: string | null; field: Array<string> | null; message: string }>;
      } | null;
    };
  };
  QuoteFulfillment: {
    variables: { input: CartInput; country: string };
    answer: {
      cartCreate: {
        cart: {
          cost: { totalAmount: { currencyCode: string } };
          lines: {
            nodes: Array<{ quantity: number; merchandise: { id: string; requiresShipping: boolean } }>;
          };
          deliveryGroups: {
            nodes: Array<{
              deliveryOptions: Array<{
                handle: string;
                code: string | null;
                title: string | null;
                description: string | null;
                deliveryMethodType: DeliveryMethodType;
                estimatedCost: { amount: string; currencyCode: string };
              }>;
            }>;
          };
        } | null;
        userErrors: Array<{ code: string | null; field: Array<string> | null; message: string }>;
        warnings: Array<{ code: CartWarningCode; message: string }>;
      } | null;
    };
  };
  ReadCart: {
    variables: { id: string };
    answer: {
      cart: {
        discountCodes: Array<{ code: string }>;
        lines: { nodes: Array<{ id: string; quantity: number; merchandise: { id: string } }> };
      } | null;
    };
  };
  SyncCart: {
    variables: {
      id: string;
      remove: Array<string>;
      update: Array<CartLineUpdateInput>;
      add: Array<CartLineInput>;
      buyer: CartBuyerIdentityInput;
      codes: Array<string>;
      doRemove: boolean;
      doUpdate: boolean;
      doAdd: boolean;
      doBuyer: boolean;
    };
    answer: {
      removed?: {
        cart: { id: string } | null;
        userErrors: Array<{ code: string | null; field: Array<string> | null; message: string }>;
      } | null;
      updated?: {
        cart: { id: string } | null;
        userErrors: Array<{ code: string | null; field: Array<string> | null; message: string }>;
      } | null;
      added?: {
        cart: { id: string } | null;
        userErrors: Array<{ code: string | null; field: Array<string> | null; message: string }>;
      } | null;
      identified?: {
        cart: { id: string } | null;
        userErrors: Array<{ code: string | null; field: Array<string> | null; message: string }>;
      } | null;
      coded: {
        cart: CartFields | null;
        userErrors: Array<{ code: string | null; field: Array<string> | null; message: string }>;
        warnings: Array<{ code: CartWarningCode; message: string }>;
      } | null;
    };
  };
  ListProducts: {
    variables: {
      first: number;
      after?: string | null;
      withTags: boolean;
      withStock: boolean;
      withRatings: boolean;
      withUnitPrices: boolean;
    };
    answer: {
      products: { pageInfo: { hasNextPage: boolean; endCursor: string | null }; nodes: Array<ProductFields> };
    };
  };
  LookupProducts: {
    variables: {
      ids: Array<string>;
      withTags: boolean;
      withStock: boolean;
      withRatings: boolean;
      withUnitPrices: boolean;
    };
    answer: { nodes: Array<ProductFields | { product: ProductFields } | null> };
  };
  SearchProducts: {
    variables: {
      text: string;
      first: number;
      after?: string | null;
      withTags: boolean;
      withStock: boolean;
      withRatings: boolean;
      withUnitPrices: boolean;
    };
    answer: {
      search: { pageInfo: { hasNextPage: boolean; endCursor: string | null }; nodes: Array<ProductFields> };
    };
  };
  ResolveItems: {
    variables: { ids: Array<string>; [handle: `h${number}`]: string };
    answer: {
      nodes: Array<
        | BuyableProduct
        | {
            id: string;
            title: string;
            availableForSale: boolean;
            product: { id: string; title: string; handle: string; requiresSellingPlan: boolean };
          }
        | null
      >;
      [handle: `h${number}`]: BuyableProduct | null;
    };
  };
}

export type AttributeInput = { key: string; value: string };

export type BuyableProduct = {
  id: string;
  title: string;
  handle: string;
  requiresSellingPlan: boolean;
  selectedOrFirstAvailableVariant: { id: string; title: string; availableForSale: boolean } | null;
};

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

export type CartFields = {
  id: string;
  checkoutUrl: string;
  discountCodes: Array<{ code: string; applicable: boolean }>;
  discountApplications: Array<
    | {
        targetType: DiscountApplicationTargetType;
        totalAllocatedAmount: { amount: string; currencyCode: string };
        title: string;
      }
    | {
        targetType: DiscountApplicationTargetType;
        totalAllocatedAmount: { amount: string; currencyCode: string };
        code: string;
      }
  >;
  appliedGiftCards: Array<{ presentmentAmountUsed: { amount: string; currencyCode: string } }>;
  cost: { totalAmount: { amount: string; currencyCode: string } };
  lines: {
    nodes: Array<{
      id: string;
      quantity: number;
      cost: {
        amountPerQuantity: { amount: string; currencyCode: string };
        subtotalAmount: { amount: string; currencyCode: string };
      };
      discountAllocations: Array<
        | {
            targetType: DiscountApplicationTargetType;
            discountedAmount: { amount: string; currencyCode: string };
            title: string;
          }
        | {
            targetType: DiscountApplicationTargetType;
            discountedAmount: { amount: string; currencyCode: string };
            code: string;
          }
      >;
      merchandise: { id: string; title: string; image: { url: string } | null };
    }>;
  };
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

export type DeliveryMethodType = 'LOCAL' | 'NONE' | 'PICKUP_POINT' | 'PICK_UP' | 'RETAIL' | 'SHIPPING';

export type DiscountApplicationTargetType = 'LINE_ITEM' | 'SHIPPING_LINE';

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

export type FulfillmentStatus = 'CANCELLED' | 'ERROR' | 'FAILURE' | 'OPEN' | 'PENDING' | 'SUCCESS';

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

export type OrderFields = {
  id: string;
  legacyResourceId: string;
  createdAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  displayFinancialStatus: OrderDisplayFinancialStatus | null;
  displayFulfillmentStatus: OrderDisplayFulfillmentStatus;
  taxesIncluded: boolean;
  presentmentCurrencyCode: string;
  customAttributes: Array<{ key: string; value: string | null }>;
  email: string | null;
  statusPageUrl?: string;
  subtotalPriceSet: { presentmentMoney: { amount: string; currencyCode: string } } | null;
  totalTaxSet: { presentmentMoney: { amount: string; currencyCode: string } } | null;
  totalShippingPriceSet: { presentmentMoney: { amount: string; currencyCode: string } };
  totalPriceSet: { presentmentMoney: { amount: string; currencyCode: string } };
  shippingAddress: {
    name: string | null;
    address1: string | null;
    city: string | null;
    province: string | null;
    provinceCode: string | null;
    zip: string | null;
    countryCodeV2: string | null;
  } | null;
  lineItems: {
    pageInfo: { hasNextPage: boolean };
    nodes: Array<{
      id: string;
      title: string;
      variantTitle: string | null;
      quantity: number;
      currentQuantity: number;
      requiresShipping: boolean;
      originalUnitPriceSet: { presentmentMoney: { amount: string; currencyCode: string } };
      discountAllocations: Array<{
        allocatedAmountSet: { presentmentMoney: { amount: string; currencyCode: string } };
      }>;
      taxLines: Array<{ priceSet: { presentmentMoney: { amount: string; currencyCode: string } } }>;
      variant: { id: string } | null;
    }>;
  };
  fulfillments: Array<{
    id: string;
    status: FulfillmentStatus;
    displayStatus: FulfillmentDisplayStatus | null;
    createdAt: string;
    updatedAt: string;
    deliveredAt: string | null;
    estimatedDeliveryAt: string | null;
    trackingInfo: Array<{ company: string | null; number: string | null; url: string | null }>;
    fulfillmentLineItems: {
      pageInfo: { hasNextPage: boolean };
      nodes: Array<{ quantity: number | null; lineItem: { id: string } }>;
    };
  }>;
  refunds: Array<{
    id: string;
    processedAt: string;
    totalRefundedSet: { presentmentMoney: { amount: string; currencyCode: string } };
    refundLineItems: {
      nodes: Array<{ quantity: number; restockType: RefundLineItemRestockType; lineItem: { id: string } }>;
    };
  }>;
};

export type PreferenceDeliveryMethodType = 'PICKUP_POINT' | 'PICK_UP' | 'SHIPPING';

export type ProductFields = {
  id: string;
  title: string;
  description: string;
  handle: string;
  onlineStoreUrl: string | null;
  availableForSale: boolean;
  tags?: Array<string>;
  vendor: string;
  productType: string;
  category: { name: string; ancestors: Array<{ name: string }> } | null;
  rating?: { value: string } | null;
  ratingCount?: { value: string } | null;
  priceRange: {
    minVariantPrice: { amount: string; currencyCode: string };
    maxVariantPrice: { amount: string; currencyCode: string };
  };
  options: Array<{ name: string; optionValues: Array<{ name: string }> }>;
  variants: {
    nodes: Array<{
      id: string;
      title: string;
      availableForSale: boolean;
      currentlyNotInStock: boolean;
      quantityAvailable?: number | null;
      sku: string | null;
      barcode: string | null;
      price: { amount: string; currencyCode: string };
      compareAtPrice: { amount: string; currencyCode: string } | null;
      unitPrice?: { amount: string; currencyCode: string } | null;
      unitPriceMeasurement?: {
        quantityUnit: UnitPriceMeasurementMeasuredUnit | null;
        quantityValue: number;
        referenceUnit: UnitPriceMeasurementMeasuredUnit | null;
        referenceValue: number;
      } | null;
      selectedOptions: Array<{ name: string; value: string }>;
      image: { url: string; altText: string | null } | null;
    }>;
  };
  media: { nodes: Array<{ alt: string | null; previewImage: { url: string } | null }> };
};

export type RefundLineItemRestockType = 'CANCEL' | 'LEGACY_RESTOCK' | 'NO_RESTOCK' | 'RETURN';

export type UnitPriceMeasurementMeasuredUnit =
  | 'CL'
  | 'CM'
  | 'FLOZ'
  | 'FT'
  | 'FT2'
  | 'G'
  | 'GAL'
  | 'IN'
  | 'ITEM'
  | 'KG'
  | 'L'
  | 'LB'
  | 'M'
  | 'M2'
  | 'M3'
  | 'MG'
  | 'ML'
  | 'MM'
  | 'OZ'
  | 'PT'
  | 'QT'
  | 'UNKNOWN'
  | 'YD';

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
