import { z } from 'zod';
import { getRolesThatMay } from '../commerce/merchant/roles.ts';
import { STATUSES } from '../protocols/error-codes.ts';
import { type CommandAction, getCommands, type MerchantEndpoint } from './action.ts';
import { cartEndpoints } from './activity/carts.ts';
import { orderEndpoints } from './activity/orders.ts';
import { overviewEndpoints } from './activity/overview.ts';
import { productEndpoints } from './activity/products.ts';
import { requestEndpoints } from './activity/requests.ts';
import { searchEndpoints } from './activity/searches.ts';
import { sessionEndpoints } from './activity/sessions.ts';
import { auditEndpoints } from './audit.ts';
import { createBulkCommands, createBulkEndpoints } from './bulk.ts';
import { discoveryEndpoints } from './discovery/discovery.ts';
import { eventDeliveryEndpoints } from './events/event-deliveries.ts';
import { eventEndpoints } from './events/event-endpoints.ts';
import { role } from './fields.ts';
import { accountCommands } from './identity/account-commands.ts';
import { accountDetailEndpoints, confirmAddressEndpoints } from './identity/account-details.ts';
import { accountSessionEndpoints } from './identity/account-sessions.ts';
import { deleteAccountEndpoints } from './identity/delete-account.ts';
import { getInstallation } from './identity/installation.ts';
import { mailCommands } from './identity/mail-commands.ts';
import { passkeyEndpoints } from './identity/passkeys.ts';
import { passwordResetEndpoints } from './identity/password-reset.ts';
import { changePassword } from './identity/passwords.ts';
import { secondFactorEndpoints } from './identity/second-factor.ts';
import { listSignInMethods, signInEndpoints } from './identity/sign-in.ts';
import { signUpEndpoints } from './identity/sign-up.ts';
import { singleSignOnEndpoints } from './identity/single-sign-on.ts';
import { tokenEndpoints } from './identity/tokens.ts';
import { listForAccount } from './lists.ts';
import { invitationEndpoints } from './organizations/invitations.ts';
import { organizationCommands, organizationEndpoints } from './organizations/organizations.ts';
import { transferEndpoints } from './organizations/transfers.ts';
import { pairingEndpoints } from './pairing/pairing-codes.ts';
import { policyEndpoints } from './policy/policy.ts';
import { capabilityEndpoints } from './stores/capabilities.ts';
import { importEndpoints } from './stores/catalog-state.ts';
import { domainEndpoints } from './stores/domains.ts';
import { exportEndpoints } from './stores/export.ts';
import { feedCommands, feedEndpoints } from './stores/feeds.ts';
import { fleetEndpoints } from './stores/fleet-figures.ts';
import { healthEndpoints } from './stores/health.ts';
import { jobCommands } from './stores/job-commands.ts';
import { labelEndpoints } from './stores/labels.ts';
import { storeEndpoints } from './stores/stores.ts';
import { webhookEndpoints } from './stores/webhooks.ts';

const ofStores = [
  ...storeEndpoints,
  ...labelEndpoints,
  ...capabilityEndpoints,
  ...policyEndpoints,
  ...importEndpoints,
  ...healthEndpoints,
];

const endpoints = [
  getInstallation,
  ...signUpEndpoints,
  ...signInEndpoints,
  ...passwordResetEndpoints,
  changePassword,
  ...accountDetailEndpoints,
  ...deleteAccountEndpoints,
  ...accountSessionEndpoints,
  listSignInMethods,
  ...confirmAddressEndpoints,
  ...secondFactorEndpoints,
  ...singleSignOnEndpoints,
  ...passkeyEndpoints,
  ...tokenEndpoints,
  ...tagEndpoints('organizations', [...organizationEndpoints, ...invitationEndpoints]),
  ...transferEndpoints,
  ...ofStores,
  ...createBulkEndpoints(ofStores),
  ...fleetEndpoints,
  ...webhookEndpoints,
  ...tagEndpoints('events', [...eventEndpoints, ...eventDeliveryEndpoints]),
  ...auditEndpoints,
  ...exportEndpoints,
  ...feedEndpoints,
  ...tagEndpoints('pairing', pairingEndpoints),
  ...discoveryEndpoints,
  ...domainEndpoints,
  ...tagEndpoints('activity', [
    ...cartEndpoints,
    ...orderEndpoints,
    ...overviewEndpoints,
    ...productEndpoints,
    ...searchEndpoints,
    ...requestEndpoints,
    ...sessionEndpoints,
  ]),
];

function tagEndpoints(tag: MerchantEndpoint['tag'], group: readonly MerchantEndpoint[]): MerchantEndpoint[] {
  return group.map((endpoint) => ({ ...endpoint, tag }));
}

/** Publishes the permissions of the other endpoints, so that a client need not offer what answers 403. */
const listPermissions = listForAccount({
  id: 'listPermissions',
  route: 'GET /permissions',
  summary: 'Lists the roles that may call each endpoint of a store or an organization.',
  tag: 'organizations',
  row: z.object({
    endpoint: z.string().describe('Method and path below `/api/merchant`: `PUT /stores/{slug}`.'),
    roles: z.array(role).describe('Roles that may call it, at the store or in the organization.'),
  }),
  listItems: async () =>
    endpoints
      .filter(({ access }) => access === 'store' || access === 'organization')
      .map(({ route, needs }) => ({ endpoint: route, roles: getRolesThatMay(needs) })),
});

/** The merchant API: the console's, and any script's. */
export const merchantApi: { endpoints: MerchantEndpoint[]; statuses: typeof STATUSES } = {
  endpoints: [...endpoints, listPermissions],
  statuses: STATUSES,
};

/** Commands of the command line, in the sequence of its help. */
export const commands: readonly CommandAction[] = [
  ...accountCommands,
  ...mailCommands,
  ...organizationCommands,
  ...jobCommands,
  ...feedCommands,
  ...endpoints.flatMap(getCommands),
  ...createBulkCommands(ofStores),
];
