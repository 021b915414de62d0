/** Commands that have only sub-commands, by their words. A `list` among these also runs without being named. */
export const GROUPS: Readonly<
  Record<string, { summary: string; details?: string; examples: readonly string[] }>
> = {
  stores: {
    summary: 'List, show, rename, pause, disconnect or delete stores; manage their domains',
    details: 'The service may be running.',
    examples: ['stores', 'stores show my-store', 'stores pause my-store'],
  },
  'stores bulk': {
    summary: 'Pause, test, import, label or switch many stores',
    details:
      'Each store is reported by itself; a store that refuses stops no other one. Running the same again is harmless.',
    examples: ['stores bulk pause --label winter'],
  },
  'stores domains': {
    summary: 'Manage custom domains of a store for official UCP',
    examples: ['stores domains my-store'],
  },
  feeds: {
    summary:
      'Show the addresses of product feeds, renew them, set their rules, and list the feeds for PayPal',
    details: 'Switch the feeds of a store on with: stores feeds my-store on',
    examples: ['feeds show my-store', 'feeds paypal-manifest'],
  },
  jobs: { summary: 'Show background jobs', examples: ['jobs', 'jobs my-store'] },
  users: {
    summary: 'Manage merchant accounts, which sign in to the console',
    examples: ['users', 'users add --email ann@shop.example --name Ann'],
  },
  organizations: {
    summary: 'Manage organizations, which own stores, and their members',
    details:
      'Each account has an organization of its own. Merchants invite others in the console; an operator adds them here.',
    examples: ['organizations'],
  },
  mail: {
    summary: 'See the state of mails, and send a test mail',
    examples: ['mail status', 'mail test ann@shop.example'],
  },
  tokens: {
    summary: 'Manage API tokens of accounts',
    details: `With a token, scripts use the merchant API on behalf of its account:
  curl -H 'Authorization: Bearer uch_…' http://127.0.0.1:8787/api/merchant/me`,
    examples: ['tokens'],
  },
};
