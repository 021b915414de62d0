/** Names that the rule of `operationIdOf` would make less clear. */
const NAMES: Record<string, string> = {
  'GET /': 'getManifest',
  'GET /catalog/search': 'searchCatalog',
  'GET /catalog/lookup': 'lookupCatalog',
  'POST /fulfillment/quotes': 'quoteFulfillment',
  'GET /session': 'getCurrentSession',
  'GET /me': 'getAccount',
  'POST /password': 'changePassword',
  'POST /sign-in': 'signIn',
  'POST /sign-out': 'signOut',
  'POST /sign-up': 'signUp',
  'POST /sign-up/link': 'requestSignUp',
  'POST /sign-up/confirm': 'confirmSignUp',
  'POST /password-reset': 'requestPasswordReset',
  'POST /password-reset/confirm': 'confirmPasswordReset',
  'DELETE /account/sessions/{session_id}': 'endAccountSession',
  'POST /account/sessions/end-others': 'endOtherAccountSessions',
  'GET /account/sign-in-methods': 'listSignInMethods',
  'POST /account/email/link': 'requestEmailConfirmation',
  'POST /account/email/confirm': 'confirmEmail',
  'POST /account/second-factor': 'beginSecondFactor',
  'POST /account/second-factor/confirm': 'confirmSecondFactor',
  'POST /account/second-factor/recovery-codes': 'renewRecoveryCodes',
  'POST /account/second-factor/turn-off': 'turnOffSecondFactor',
  'POST /single-sign-on': 'beginSingleSignOn',
  'POST /single-sign-on/finish': 'finishSingleSignOn',
  'POST /account/single-sign-on': 'connectSingleSignOn',
  'DELETE /account/single-sign-on': 'disconnectSingleSignOn',
  'POST /passkey-sign-in': 'beginPasskeySignIn',
  'POST /passkey-sign-in/finish': 'finishPasskeySignIn',
  'POST /account/passkeys/begin': 'beginPasskey',
  'POST /account/passkeys': 'addPasskey',
  'DELETE /account/passkeys/{passkey_id}': 'removePasskey',
  'POST /stores': 'connectStore',
  'POST /stores/check': 'checkCredentials',
  'GET /stores/{slug}/capabilities/preview': 'previewStoreCapabilities',
  'POST /stores/{slug}/discovery/check': 'checkStoreDiscovery',
  'POST /stores/{slug}/webhooks/resubscribe': 'resubscribeStoreWebhooks',
  'POST /stores/{slug}/event-deliveries/resend-dead': 'resendDeadStoreEventDeliveries',
  'POST /stores/{slug}/event-endpoints/{endpoint_id}/rotate-secret': 'rotateStoreEventEndpointSecret',
  'POST /stores/{slug}/import': 'importStoreProducts',
  'GET /stores/{slug}/search-preview': 'previewStoreSearch',
  'GET /stores/{slug}/export': 'exportStore',
  'GET /stores/{slug}/audit': 'listStoreAuditEntries',
  'POST /stores/{slug}/domains': 'addStoreDomain',
  'DELETE /tokens/{token_id}': 'revokeToken',
  'DELETE /organizations/{organization_id}/members/{account_id}': 'removeOrganizationMember',
  'DELETE /organizations/{organization_id}/invitations/{invitation_id}': 'withdrawOrganizationInvitation',
  'GET /organizations/{organization_id}/audit': 'listOrganizationAuditEntries',
  'POST /invitations/sign-up': 'signUpInvited',
  'DELETE /stores/{slug}/offer': 'withdrawStoreOffer',
  'PUT /stores/{slug}/organization': 'transferStore',
};

const VERBS: Record<string, string> = { GET: 'get', POST: 'create', PUT: 'update', DELETE: 'delete' };

/** `POST /carts/{cart_id}/cancel` is `cancelCart`, `GET /stores/{slug}/orders` is `listStoreOrders`. */
export function operationIdOf(rest: string): string {
  const named = NAMES[rest];
  if (named !== undefined) return named;
  const [method = '', path = ''] = rest.split(' ');
  const steps = path.split('/').slice(1);
  const words = steps.filter((step) => !step.startsWith('{'));
  const parents = words.slice(0, -1).map(singular);
  const last = words.at(-1) ?? '';
  if (steps.at(-1)?.startsWith('{')) return camel([VERBS[method] ?? '', ...parents, singular(last)]);
  const isAction = method === 'POST' && singular(last) === last;
  if (isAction) return camel([last, ...parents]);
  if (method === 'POST') return camel(['create', ...parents, singular(last)]);
  const isList = method === 'GET' && singular(last) !== last && last !== 'capabilities';
  return camel([isList ? 'list' : (VERBS[method] ?? ''), ...parents, last]);
}

/** `createCheckoutSession` is titled "Create checkout session". */
export function titleOf(operationId: string): string {
  const words = operationId.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (words[0] ?? '').toUpperCase() + words.slice(1);
}

/** `createCart` begins the names of the schemas `CreateCartRequest` and `CreateCartResponse`. */
export function pascal(operationId: string): string {
  return (operationId[0] ?? '').toUpperCase() + operationId.slice(1);
}

/** Joins words, which may be kebab-case or snake_case, in camelCase. */
export function camel(words: readonly string[]): string {
  const [first = '', ...rest] = words.flatMap((word) => word.split(/[-_]/));
  return first + rest.map(pascal).join('');
}

function singular(word: string): string {
  return word === 'capabilities' || word === 'credentials'
    ? word
    : word.replace(/ies$/, 'y').replace(/s$/, '');
}
