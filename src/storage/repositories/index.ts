import { UNLIMITED } from '../../commerce/merchant/organization-limits.ts';
import type { CatalogLimits } from '../../commerce/product/catalog-limits.ts';
import { createStoreEraser } from '../maintenance/erase-store.ts';
import { createStoreExporter } from '../maintenance/export-store.ts';
import { createRetention } from '../maintenance/retention.ts';
import { createActivityRepository } from './activity/activity-lists.ts';
import { createFleetFigureRepository } from './activity/fleet-figures.ts';
import { createMilestoneRepository } from './activity/milestones.ts';
import { createPolicyCallRepository } from './activity/policy-calls.ts';
import { createProductStatistics } from './activity/product-statistics.ts';
import { createRequestLogRepository } from './activity/request-log.ts';
import { createSearchReportRepository } from './activity/search-reports.ts';
import { createShopOrderDayRepository } from './activity/shop-order-days.ts';
import { createStatisticsRepository } from './activity/statistics.ts';
import { createWebhookDeliveryRepository } from './activity/webhook-deliveries.ts';
import {
  createProductEmbeddingRepository,
  createProductRevisionRepository,
} from './catalog/product-revisions.ts';
import { createProductRepository } from './catalog/products.ts';
import { createEventDeliveryRepository } from './events/event-deliveries.ts';
import { createOutboxRepository } from './events/outbox.ts';
import { createAccountIdentityRepository } from './identity/account-identities.ts';
import { createAccountSessionRepository } from './identity/account-sessions.ts';
import { createAccountRepository } from './identity/accounts.ts';
import { createAddressChangeRepository } from './identity/address-changes.ts';
import { createAddressProofRepository } from './identity/address-proofs.ts';
import { createApiTokenRepository } from './identity/api-tokens.ts';
import { createAttemptRepository } from './identity/attempts.ts';
import { createAuditRepository } from './identity/audit.ts';
import { createInvitationRepository } from './identity/invitations.ts';
import { createMailRepository } from './identity/mails.ts';
import { createOneTimeLinkRepository } from './identity/one-time-links.ts';
import { createOrganizationLimitRepository, type Limited } from './identity/organization-limits.ts';
import { createOrganizationRepository } from './identity/organizations.ts';
import { createPasskeyRepository } from './identity/passkeys.ts';
import { createSecondFactorRepository } from './identity/second-factors.ts';
import { createIdempotencyRecordRepository } from './jobs/idempotency-records.ts';
import { createJobRepository } from './jobs/jobs.ts';
import { createOutageRepository } from './jobs/outages.ts';
import { createRateWindowRepository } from './jobs/rate-windows.ts';
import { createServiceMessageRepository } from './jobs/service-messages.ts';
import { createSigningKeyRepository } from './jobs/signing-keys.ts';
import type { Sealed } from './rows/bound.ts';
import { createCartOrderRepository } from './shopping/cart-orders.ts';
import { createCartRepository } from './shopping/carts.ts';
import { createCheckoutSessionRepository } from './shopping/checkout-sessions.ts';
import { createOrderRepository } from './shopping/orders.ts';
import { createCustomDomainRepository } from './stores/custom-domains.ts';
import { createEventEndpointRepository } from './stores/event-endpoints.ts';
import { createHealthFactRepository } from './stores/health-facts.ts';
import { createPairingCodeRepository } from './stores/pairing-codes.ts';
import { createPairingRepository } from './stores/pairings.ts';
import { createStoreHealthRepository } from './stores/store-health.ts';
import { createStoreTransferRepository } from './stores/store-transfers.ts';
import { createStoreRepository } from './stores/stores.ts';

export type Repositories = ReturnType<typeof createRepositories>;

type Context = Sealed & Partial<Limited> & { catalogLimits?: CatalogLimits };

export function createRepositories({ database, sealing, limits = UNLIMITED, catalogLimits }: Context) {
  const context = { database, sealing, limits };
  const shops = createStoreRepository(context);
  return {
    stores: shops,
    customDomains: createCustomDomainRepository(database),
    accounts: createAccountRepository({ database, stores: shops }),
    ...signInRepositories(context),
    organizations: createOrganizationRepository(context),
    organizationLimits: createOrganizationLimitRepository(context),
    invitations: createInvitationRepository(context),
    storeTransfers: createStoreTransferRepository({ ...context, invalidateAfter: shops.invalidateAfter }),
    sessions: createCheckoutSessionRepository(context),
    carts: createCartRepository(context),
    cartOrders: createCartOrderRepository(context),
    orders: createOrderRepository(context),
    outbox: createOutboxRepository(context),
    eventEndpoints: createEventEndpointRepository({ ...context, stores: shops }),
    eventDeliveries: createEventDeliveryRepository(context),
    signingKeys: createSigningKeyRepository(context),
    idempotencyRecords: createIdempotencyRecordRepository(context),
    jobs: createJobRepository(database),
    outages: createOutageRepository(database),
    healthFacts: createHealthFactRepository(database),
    storeHealth: createStoreHealthRepository(context),
    products: createProductRepository({ database, limits: catalogLimits, organizationLimits: limits }),
    productRevisions: createProductRevisionRepository(database),
    productEmbeddings: createProductEmbeddingRepository(database),
    deliveries: createWebhookDeliveryRepository(database),
    retention: createRetention(database),
    audit: createAuditRepository(database),
    requestLog: createRequestLogRepository(context),
    policyCalls: createPolicyCallRepository(database),
    searchReports: createSearchReportRepository(context),
    activity: createActivityRepository(context),
    statistics: createStatisticsRepository(database),
    fleetFigures: createFleetFigureRepository(database),
    shopOrderDays: createShopOrderDayRepository(database),
    productStatistics: createProductStatistics(database),
    milestones: createMilestoneRepository(database),
    pairingCodes: createPairingCodeRepository(context),
    pairings: createPairingRepository(context),
    serviceMessages: createServiceMessageRepository(context),
    mails: createMailRepository(database),
    erasing: createStoreEraser(database),
    exporting: createStoreExporter(context),
    attempts: createAttemptRepository(context),
    rateWindows: createRateWindowRepository(database),
  };
}

function signInRepositories(context: Sealed & Limited) {
  const { database } = context;
  return {
    accountIdentities: createAccountIdentityRepository(database),
    addressChanges: createAddressChangeRepository(database),
    addressProofs: createAddressProofRepository(database),
    accountSessions: createAccountSessionRepository(database),
    oneTimeLinks: createOneTimeLinkRepository(database),
    secondFactors: createSecondFactorRepository(context),
    passkeys: createPasskeyRepository(database),
    apiTokens: createApiTokenRepository(context),
  };
}
