import { UNLIMITED } from '../../commerce/merchant/organization-limits.ts';
import type { CatalogLimits } from '../../commerce/product/catalog-limits.ts';
import { erasing } from '../maintenance/erase-store.ts';
import { exporting } from '../maintenance/export-store.ts';
import { retention } from '../maintenance/retention.ts';
import { accountIdentities } from './account-identities.ts';
import { accountSessions } from './account-sessions.ts';
import { accounts } from './accounts.ts';
import { activityLists } from './activity-lists.ts';
import { addressProofs } from './address-proofs.ts';
import { apiTokens } from './api-tokens.ts';
import { attempts } from './attempts.ts';
import { audit } from './audit.ts';
import type { Sealed } from './bound.ts';
import { cartOrders } from './cart-orders.ts';
import { carts } from './carts.ts';
import { checkoutSessions } from './checkout-sessions.ts';
import { customDomains } from './custom-domains.ts';
import { eventDeliveries } from './event-deliveries.ts';
import { eventEndpoints } from './event-endpoints.ts';
import { fleetFigures } from './fleet-figures.ts';
import { healthFacts } from './health-facts.ts';
import { idempotencyRecords } from './idempotency-records.ts';
import { invitations } from './invitations.ts';
import { jobs } from './jobs.ts';
import { mails } from './mails.ts';
import { milestones } from './milestones.ts';
import { oneTimeLinks } from './one-time-links.ts';
import { orders } from './orders.ts';
import { type Limited, organizationLimits } from './organization-limits.ts';
import { organizations } from './organizations.ts';
import { outages } from './outages.ts';
import { outbox } from './outbox.ts';
import { pairingCodes } from './pairing-codes.ts';
import { pairings } from './pairings.ts';
import { passkeys } from './passkeys.ts';
import { policyCalls } from './policy-calls.ts';
import { productEmbeddings } from './product-embeddings.ts';
import { productRevisions } from './product-revisions.ts';
import { productStatistics } from './product-statistics.ts';
import { products } from './products.ts';
import { rateWindows } from './rate-windows.ts';
import { requestLog } from './request-log.ts';
import { searchReports } from './search-reports.ts';
import { secondFactors } from './second-factors.ts';
import { serviceMessages } from './service-messages.ts';
import { shopOrderDays } from './shop-order-days.ts';
import { signingKeys } from './signing-keys.ts';
import { statistics } from './statistics.ts';
import { storeHealth } from './store-health.ts';
import { storeTransfers } from './store-transfers.ts';
import { stores } from './stores.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';

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
    answers: idempotencyRecords(context),
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
