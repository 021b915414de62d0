type Details = Record<string, unknown>;

/** Pages of a store by the first part of an action; the whole action goes first. */
const STORE_PAGES: Readonly<Record<string, string>> = {
  'store.credentials_changed': '/settings',
  'store.policy_changed': '/policy',
  'store.settings_changed': '/settings',
  capability: '/capabilities',
  catalog: '/products',
  domain: '/discovery',
  event_endpoint: '/events',
  webhooks: '/webhooks',
};

const ACCOUNT_ACTIONS = ['account', 'token'];
const TEAM_ACTIONS = ['member', 'organization'];

/** Returns the path below /console of the page on what an entry is about; null for what is gone, or has no page. */
export function toAuditPage(
  { action, store, details }: { action: string; store: string | null; details: Details },
  organizationId?: string,
): string | null {
  const [kind = ''] = action.split('.');
  if (store !== null) {
    const page = `/stores/${store}${STORE_PAGES[action] ?? STORE_PAGES[kind] ?? ''}`;
    const endpoint = kind === 'event_endpoint' && details.endpoint;
    return typeof endpoint === 'string' ? `${page}?endpoint_id=${encodeURIComponent(endpoint)}` : page;
  }
  if (TEAM_ACTIONS.includes(kind) && organizationId !== undefined) return `/team/${organizationId}`;
  return ACCOUNT_ACTIONS.includes(kind) ? '/account' : null;
}
