import { STATUSES } from '../../protocols/statuses.ts';
import { accountSecurityEndpoints } from './account-security.ts';
import { accountEndpoints } from './accounts.ts';
import { auditEndpoints } from './audit.ts';
import { capabilityEndpoints } from './capabilities.ts';
import { cartEndpoints } from './carts.ts';
import { discoveryEndpoints } from './discovery.ts';
import { domainEndpoints } from './domains.ts';
import type { MerchantEndpoint } from './endpoint.ts';
import { eventDeliveryEndpoints } from './event-deliveries.ts';
import { eventEndpoints } from './event-endpoints.ts';
import { exportEndpoints } from './export.ts';
import { healthEndpoints } from './health.ts';
import { importEndpoints } from './imports.ts';
import { invitationEndpoints } from './invitations.ts';
import { orderEndpoints } from './orders.ts';
import { organizationEndpoints } from './organizations.ts';
import { overviewEndpoints } from './overview.ts';
import { pairingEndpoints } from './pairing.ts';
import { permissionEndpoints } from './permissions.ts';
import { policyEndpoints } from './policy.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { productEndpoints } from './products.ts';
import { requestEndpoints } from './requests.ts';
import { searchEndpoints } from './searches.ts';
import { sessionEndpoints } from './sessions.ts';
import { singleSignOnEndpoints } from './single-sign-on.ts';
import { storeEndpoints } from './stores.ts';
import { tokenEndpoints } from './tokens.ts';
import { transferEndpoints } from './transfers.ts';
import { webhookEndpoints } from './webhooks.ts';

const endpoints: MerchantEndpoint[] = [
  ...accountEndpoints,
  ...accountSecurityEndpoints,
  ...singleSignOnEndpoints,
  ...passkeyEndpoints,
  ...tokenEndpoints,
  ...organizationEndpoints,
  ...invitationEndpoints,
  ...transferEndpoints,
  ...storeEndpoints,
  ...capabilityEndpoints,
  ...policyEndpoints,
  ...importEndpoints,
  ...healthEndpoints,
  ...webhookEndpoints,
  ...tagged('events', [...eventEndpoints, ...eventDeliveryEndpoints]),
  ...auditEndpoints,
  ...exportEndpoints,
  ...pairingEndpoints,
  ...discoveryEndpoints,
  ...domainEndpoints,
  ...tagged('activity', [
    ...cartEndpoints,
    ...orderEndpoints,
    ...overviewEndpoints,
    ...productEndpoints,
    ...searchEndpoints,
    ...requestEndpoints,
    ...sessionEndpoints,
  ]),
];

function tagged(tag: MerchantEndpoint['tag'], group: readonly MerchantEndpoint[]): MerchantEndpoint[] {
  return group.map((endpoint) => ({ ...endpoint, tag }));
}

/** The merchant API: the console's, and any script's. */
export const merchantApi: { endpoints: MerchantEndpoint[]; statuses: typeof STATUSES } = {
  endpoints: [...endpoints, ...permissionEndpoints(endpoints)],
  statuses: STATUSES,
};
