import type { z } from 'zod';
import { accountWire, installationWire } from '../merchant/identity/accounts.ts';
import { cartRow, timelineResponse, totalsResponse } from '../merchant/activity/wire.ts';
import { auditEntryWire } from '../merchant/audit.ts';
import { switchesReply } from '../merchant/stores/capabilities.ts';
import { diagnostic } from '../merchant/discovery/wire.ts';
import { domainWire } from '../merchant/stores/domains.ts';
import { nothing } from '../merchant/action.ts';
import { orderRow } from '../merchant/activity/orders.ts';
import { productRow } from '../merchant/activity/products.ts';
import { agentCountWire, requestErrorWire, requestRow } from '../merchant/activity/requests.ts';
import { sessionRow } from '../merchant/activity/sessions.ts';
import { catalogWire, storeReply, storeWire } from '../merchant/stores/store-wire.ts';
import { checkReply } from '../merchant/stores/stores.ts';
import { tokenWire } from '../merchant/identity/tokens.ts';
import { deliveryWire, subscriptionsWire } from '../merchant/stores/webhooks.ts';
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
