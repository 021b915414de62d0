import { z } from 'zod';
import { withTrackingPage } from '../../tracking-links.ts';
import { money, nodesOf } from '../wire.ts';

export const presentment = z.object({ presentmentMoney: money }).transform((bag) => bag.presentmentMoney);

/** `OrderFields`. Data of the buyer is null when the token may not read it. */
export const orderNode = z.object({
  id: z.string(),
  legacyResourceId: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  cancelledAt: z.string().nullable(),
  displayFinancialStatus: z.string().nullable(),
  displayFulfillmentStatus: z.string(),
  taxesIncluded: z.boolean(),
  presentmentCurrencyCode: z.string(),
  customAttributes: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
  email: z.string().nullable(),
  /** Absent when not selected. */
  statusPageUrl: z.string().nullish(),
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
    nodes: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        variantTitle: z.string().nullable(),
        quantity: z.int(),
        currentQuantity: z.int(),
        requiresShipping: z.boolean(),
        originalUnitPriceSet: presentment,
        discountAllocations: z.array(z.object({ allocatedAmountSet: presentment })),
        taxLines: z.array(z.object({ priceSet: presentment })),
        variant: z.object({ id: z.string() }).nullable(),
      }),
    ),
  }),
  fulfillments: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      displayStatus: z.string().nullable(),
      createdAt: z.string(),
      updatedAt: z.string(),
      deliveredAt: z.string().nullable(),
      estimatedDeliveryAt: z.string().nullable(),
      fulfillmentLineItems: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean() }),
        nodes: z.array(z.object({ quantity: z.int().nullable(), lineItem: z.object({ id: z.string() }) })),
      }),
      trackingInfo: z.array(
        z
          .object({
            company: z.string().nullable(),
            number: z.string().nullable(),
            url: z.string().nullable(),
          })
          .transform(({ company, number, url }) => withTrackingPage({ carrier: company, number, url })),
      ),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      processedAt: z.string(),
      totalRefundedSet: presentment,
      refundLineItems: nodesOf(
        z.object({ quantity: z.int(), restockType: z.string(), lineItem: z.object({ id: z.string() }) }),
      ),
    }),
  ),
});

export type OrderNode = z.output<typeof orderNode>;
