import { UNLIMITED } from '../../commerce/merchant/organization-limits.ts';
import type { CatalogLimits } from '../../commerce/product/catalog-limits.ts';
import { erasing } from '../maintenance/erase-store.ts';
import { exporting } from '../maintenance/export-store.ts';
import { retention } from '../maintenance/retention.ts';
import { activityLists } from './activity/activity-lists.ts';
import { fleetFigures } from './activity/fleet-figures.ts';
import { milestones } from './activity/milestones.ts';
import { policyCalls } from './activity/policy-calls.ts';
import { productStatistics } from './activity/product-statistics.ts';
import { requestLog } from './activity/request-log.ts';
import { searchReports } from './activity/search-reports.ts';
import { shopOrderDays } from './activity/shop-order-days.ts';
import { statistics } from './activity/statistics.ts';
import { webhookDeliveries } from './activity/webhook-deliveries.ts';
import { productEmbeddings } from './catalog/product-embeddings.ts';
import { productRevisions } from './catalog/product-revisions.ts';
import { products } from './catalog/products.ts';
import { eventDeliveries } from './events/event-deliveries.ts';
import { outbox } from './events/outbox.ts';
import { accountIdentities } from './identity/account-identities.ts';
import { accountSessions } from './identity/account-sessions.ts';
import { accounts } from './identity/accounts.ts';
import { addressProofs } from './identity/address-proofs.ts';
import { apiTokens } from './identity/api-tokens.ts';
import { attempts } from './identity/attempts.ts';
import { audit } from './identity/audit.ts';
import { invitations } from './identity/invitations.ts';
import { mails } from './identity/mails.ts';
import { oneTimeLinks } from './identity/one-time-links.ts';
import { type Limited, organizationLimits } from './identity/organization-limits.ts';
import { organizations } from './identity/organizations.ts';
import { passkeys } from './identity/passkeys.ts';
import { secondFactors } from './identity/second-factors.ts';
import { idempotencyRecords } from './jobs/idempotency-records.ts';
import { jobs } from './jobs/jobs.ts';
import { outages } from './jobs/outages.ts';
import { rateWindows } from './jobs/rate-windows.ts';
import { serviceMessages } from './jobs/service-messages.ts';
import { signingKeys } from './jobs/signing-keys.ts';
import type { Sealed } from './rows/bound.ts';
import { cartOrders } from './shopping/cart-orders.ts';
import { carts } from './shopping/carts.ts';
import { checkoutSessions } from './shopping/checkout-sessions.ts';
import { orders } from './shopping/orders.ts';
import { customDomains } from './stores/custom-domains.ts';
import { eventEndpoints } from './stores/event-endpoints.ts';
import { healthFacts } from './stores/health-facts.ts';
import { pairingCodes } from './stores/pairing-codes.ts';
import { pairings } from './stores/pairings.ts';
import { storeHealth } from './stores/store-health.ts';
import { storeTransfers } from './stores/store-transfers.ts';
import { stores } from './stores/stores.ts';

export type Repositories = ReturnType<typeof createRepositories>;

type Context = Sealed & Partial<Limited> & { catalogLimits?: CatalogLimits };

export function createRepositories({ database, sealing, limits = UNLIMITED, catalogLimits }: Context) {
  const context = { database, sealing, limits };
  const shops = stores(context);
  return {
    stores: shops,
    customDomains: customDomains(database),
    accounts: accounts({ database, stores: shops }),
    ...signInRepositories(context),
    organizations: organizations(context),
    organizationLimits: organizationLimits(context),
    invitations: invitations(context),
    storeTransfers: storeTransfers({ ...context, changing: shops.changing }),
    sessions: checkoutSessions(context),
    carts: carts(context),
    cartOrders: cartOrders(context),
    orders: orders(context),
    outbox: outbox(context),
    eventEndpoints: eventEndpoints({ ...context, stores: shops }),
    eventDeliveries: eventDeliveries(context),
    signingKeys: signingKeys(context),
    idempotencyRecords: idempotencyRecords(context),
    jobs: jobs(database),
    outages: outages(database),
    healthFacts: healthFacts(database),
    storeHealth: storeHealth(context),
    products: products({ database, limits: catalogLimits, organizationLimits: limits }),
    productRevisions: productRevisions(database),
    productEmbeddings: productEmbeddings(database),
    deliveries: webhookDeliveries(database),
    retention: retention(database),
    audit: audit(database),
    requestLog: requestLog(context),
    policyCalls: policyCalls(database),
    searchReports: searchReports(context),
    activity: activityLists(context),
    statistics: statistics(database),
    fleetFigures: fleetFigures(database),
    shopOrderDays: shopOrderDays(database),
    productFigures: productStatistics(database),
    milestones: milestones(database),
    pairingCodes: pairingCodes(context),
    pairings: pairings(context),
    serviceMessages: serviceMessages(context),
    mails: mails(database),
    erasing: erasing(database),
    exporting: exporting(context),
    attempts: attempts(context),
    rateWindows: rateWindows(database),
  };
}

function signInRepositories(context: Sealed & Limited) {
  const { database } = context;
  return {
    accountIdentities: accountIdentities(database),
    addressProofs: addressProofs(database),
    accountSessions: accountSessions(database),
    oneTimeLinks: oneTimeLinks(database),
    secondFactors: secondFactors(context),
    passkeys: passkeys(database),
    apiTokens: apiTokens(context),
  };
}
