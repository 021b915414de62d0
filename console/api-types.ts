/** Bodies of the merchant API by its own schemas. Type-only imports: no code of the service gets into the console's bundle. */
import type { z } from 'zod';
import type {
  accountSessionWire,
  newSecondFactorWire,
  recoveryCodesWire,
  signInMethodsWire,
} from '../src/merchant/identity/account-security.ts';
import type { accountWire, installationWire } from '../src/merchant/identity/accounts.ts';
import type { timelineResponse } from '../src/merchant/activity/wire.ts';
import type { auditEntryWire } from '../src/merchant/audit.ts';
import type { switchesReply } from '../src/merchant/stores/capabilities.ts';
import type { cartAnswer } from '../src/merchant/activity/carts.ts';
import type { discoveryCheckWire, discoveryResponse } from '../src/merchant/discovery/discovery.ts';
import type { domainCheckWire } from '../src/merchant/stores/domains.ts';
import type { healthReply } from '../src/merchant/stores/health.ts';
import type {
  invitationWire,
  newInvitationWire,
  shownInvitationWire,
} from '../src/merchant/organizations/invitations.ts';
import type { orderAnswer, orderRow } from '../src/merchant/activity/orders.ts';
import type { permissionWire } from '../src/merchant/permissions.ts';
import type { limitWire, memberWire, organizationWire } from '../src/merchant/organizations/organizations.ts';
import type { overviewResponse, setupStepWire } from '../src/merchant/activity/overview.ts';
import type { pageOf } from '../src/merchant/paging.ts';
import type { pairingCodeWire, pairingStateWire } from '../src/merchant/pairing/pairing.ts';
import type { policyReply, previewReply } from '../src/merchant/policy/wire.ts';
import type {
  agentCountWire,
  latencyAnswer,
  requestAnswer,
  requestErrorWire,
  requestRow,
} from '../src/merchant/activity/requests.ts';
import type { sessionAnswer, sessionRow } from '../src/merchant/activity/sessions.ts';
import type { productAnswer, productRow, productsAnswer } from '../src/merchant/activity/products.ts';
import type { searchPreviewAnswer, zeroResultsAnswer } from '../src/merchant/activity/searches.ts';
import type { catalogWire, healthWire, storeWire } from '../src/merchant/stores/store-wire.ts';
import type { checkReply } from '../src/merchant/stores/stores.ts';
import type { tokenWire } from '../src/merchant/identity/tokens.ts';
import type { newOfferWire, offerWire, shownOfferWire } from '../src/merchant/organizations/transfers.ts';
import type { deliveryAnswer, eventDeliveryWire } from '../src/merchant/events/event-deliveries.ts';
import type { endpointWithSecret, eventEndpointWire } from '../src/merchant/events/event-endpoints.ts';
import type { deliveryWire, subscriptionsWire } from '../src/merchant/stores/webhooks.ts';

export type Installation = z.output<typeof installationWire>;
export type Account = z.output<typeof accountWire>;
export type AccountSession = z.output<typeof accountSessionWire>;
export type SignInMethods = z.output<typeof signInMethodsWire>;
export type PasskeyRow = SignInMethods['passkeys'][number];
export type NewSecondFactor = z.output<typeof newSecondFactorWire>;
export type RecoveryCodes = z.output<typeof recoveryCodesWire>;
export type ApiToken = z.output<typeof tokenWire>;
export type Organization = z.output<typeof organizationWire>;
export type Role = Organization['role'];
export type Permission = z.output<typeof permissionWire>;
export type Member = z.output<typeof memberWire>;
export type Limit = z.output<typeof limitWire>;
export type Invitation = z.output<typeof invitationWire>;
export type NewInvitation = z.output<typeof newInvitationWire>;
export type ShownInvitation = z.output<typeof shownInvitationWire>;
export type StoreOffer = z.output<typeof offerWire>;
export type NewOffer = z.output<typeof newOfferWire>;
export type ShownOffer = z.output<typeof shownOfferWire>;
export type PairingCode = z.output<typeof pairingCodeWire>;
export type PairingState = z.output<typeof pairingStateWire>;

export type Page<Item> = Omit<z.output<ReturnType<typeof pageOf>>, 'items'> & { items: Item[] };

export type StoreSummary = z.output<typeof storeWire>;
export type StoreHealth = NonNullable<z.output<typeof healthWire>>;
export type HealthAnswer = z.output<typeof healthReply>;
export type ImportState = z.output<typeof catalogWire>;
export type CredentialsCheck = z.output<typeof checkReply>;
export type Capabilities = z.output<typeof switchesReply>;
export type CapabilityName = keyof Capabilities['switches'];
export type Policy = z.output<typeof policyReply>;
export type PolicyRule = Policy['rules'][number];
export type PolicyPreview = z.output<typeof previewReply>;
export type AuditEntry = z.output<typeof auditEntryWire>;

export type Discovery = z.output<typeof discoveryResponse>;
export type Recipe = Discovery['recipes'][number];
export type DiscoveryCheck = z.output<typeof discoveryCheckWire>;
export type CustomDomainCheck = z.output<typeof domainCheckWire>;
export type CustomDomain = CustomDomainCheck['domain'];

export type WebhookDelivery = z.output<typeof deliveryWire>;
export type WebhookPage = Page<WebhookDelivery> & { subscriptions: WebhookSubscriptions };
export type WebhookSubscriptions = z.output<typeof subscriptionsWire>;

export type EventEndpoint = z.output<typeof eventEndpointWire>;
export type EventEndpointWithSecret = z.output<typeof endpointWithSecret>;
export type EventDelivery = z.output<typeof eventDeliveryWire>;
export type EventDeliveryAnswer = z.output<typeof deliveryAnswer>;

export type Overview = z.output<typeof overviewResponse>;
export type SetupStep = z.output<typeof setupStepWire>;
export type RequestRow = z.output<typeof requestRow>;
export type RequestAnswer = z.output<typeof requestAnswer>;
export type RequestErrorGroup = z.output<typeof requestErrorWire>;
export type RequestLatency = z.output<typeof latencyAnswer>;
export type AgentCount = z.output<typeof agentCountWire>;
export type SessionRow = z.output<typeof sessionRow>;
export type SessionAnswer = z.output<typeof sessionAnswer>;
export type CartAnswer = z.output<typeof cartAnswer>;
export type CartRow = CartAnswer['cart'];
export type OrderRow = z.output<typeof orderRow>;
export type OrderAnswer = z.output<typeof orderAnswer>;
export type TimelineEntry = z.output<typeof timelineResponse>[number];

export type ProductRow = z.output<typeof productRow>;
export type ProductIssue = ProductRow['issues'][number];
export type ProductsPage = z.output<typeof productsAnswer>;
export type ProductAnswer = z.output<typeof productAnswer>;
export type SearchPreview = z.output<typeof searchPreviewAnswer>;
export type ZeroResults = z.output<typeof zeroResultsAnswer>;
