import type { z } from 'zod';
import { accountWire, installationWire } from '../api/merchant/accounts.ts';
import { cartRow, timelineResponse, totalsResponse } from '../api/merchant/activity-wire.ts';
import { auditEntryWire } from '../api/merchant/audit.ts';
import { switchesReply } from '../api/merchant/capabilities.ts';
import { diagnostic } from '../api/merchant/diagnostic.ts';
import { domainWire } from '../api/merchant/domains.ts';
import { nothing } from '../api/merchant/endpoint.ts';
import { orderRow } from '../api/merchant/orders.ts';
import { productRow } from '../api/merchant/products.ts';
import { agentCountWire, requestErrorWire, requestRow } from '../api/merchant/requests.ts';
import { sessionRow } from '../api/merchant/sessions.ts';
import { catalogWire, storeReply, storeWire } from '../api/merchant/store-wire.ts';
import { checkReply } from '../api/merchant/stores.ts';
import { tokenWire } from '../api/merchant/tokens.ts';
import { deliveryWire, subscriptionsWire } from '../api/merchant/webhooks.ts';
import {
  cartResponse,
  discounts,
  envelope,
  image,
  manifestResponse,
  orderResponse,
  product,
  productPageResponse,
  productsResponse,
  quotesResponse,
  sessionResponse,
  totals,
  variant,
} from '../protocols/contract/responses.ts';

/** Names of answers and of their parts; other answers are named after their operation. */
export const NAMED_SCHEMAS: Record<string, z.ZodType> = {
  Nothing: nothing,
  Manifest: manifestResponse,
  Envelope: envelope,
  Product: product,
  Variant: variant,
  Image: image,
  Products: productsResponse,
  ProductPage: productPageResponse,
  Totals: totals,
  Discounts: discounts,
  CheckoutSession: sessionResponse,
  Cart: cartResponse,
  Order: orderResponse,
  FulfillmentQuotes: quotesResponse,
  Account: accountWire,
  Installation: installationWire,
  ApiToken: tokenWire,
  Store: storeWire,
  StoreAnswer: storeReply,
  CatalogState: catalogWire,
  CapabilitySwitches: switchesReply,
  CredentialsCheck: checkReply,
  Diagnostic: diagnostic,
  CustomDomain: domainWire,
  ListedSession: sessionRow,
  ListedCart: cartRow,
  ListedOrder: orderRow,
  ListedProduct: productRow,
  ListedTotals: totalsResponse,
  Timeline: timelineResponse,
  LoggedRequest: requestRow,
  LoggedError: requestErrorWire,
  AgentCount: agentCountWire,
  AuditEntry: auditEntryWire,
  WebhookDelivery: deliveryWire,
  WebhookSubscriptions: subscriptionsWire,
};
