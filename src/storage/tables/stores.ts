import type { Rule } from '../../commerce/policy/policy.ts';
import type { CheckoutWall } from '../../commerce/store/checkout-wall.ts';
import type { FeedRules } from '../../commerce/store/feed-rules.ts';
import { flag, instant, integer, json, list, oneOf, ref, sealed, sealedJson, text, uuid } from './column.ts';
import { declareTable } from './table.ts';

/** Steps that a store reaches once, on the way to its first sale. */
export type Milestone = 'discovery_reachable' | 'live' | DemoDay;

/** A day of a demo store that `ucp-host demo --history` has begun. */
type DemoDay = `demo_${string}`;

export const stores = declareTable('stores', {
  id: uuid,
  slug: text,
  platform: text,
  /** JSON of a `StoreDescription`. */
  description: text,
  credentials: sealedJson<unknown>(),
  cart_on: flag.default(1),
  order_on: flag.default(1),
  discount_on: flag.default(1),
  fulfillment_on: flag.default(1),
  sandbox: flag.default(0),
  /** Signs the shop's webhooks where the platform has no secret of its own; generated on first use. */
  webhook_secret: sealed().optional,
  /** Instant of the last change of credentials. */
  connected_at: instant,
  /** Instant at which the shop was asked for `description`. */
  described_at: instant.default(''),
  /** Organization that owns the store; null until an operator's store is given to one. */
  organization_id: text.optional,
  /** Set while the merchant has disconnected the store: agents get 404. */
  disconnected_at: instant.optional,
  /** Set while the merchant has paused the store: agents can finish sessions, and begin none. */
  paused_at: instant.optional,
  /** Result of the last check of the access. */
  checkout_wall: oneOf<CheckoutWall>().optional,
  /** Null: the installation's retention. */
  retention_days: integer.optional,
  /** Null: the platform's name. */
  display_name: text.optional,
  /** Null: the platform's. */
  time_zone: text.optional,
  /** Types that the store's enabled event endpoints ask for, with commas between; `*` for all, null for none. */
  event_types: text.optional,
  /** Null without rules for agents. */
  policy: json<Rule[]>().optional,
  /** Seconds for which a product is shown without asking the shop; null: 60 while the shop is busy, 0: never. */
  freshness_seconds: integer.optional,
  /** Words by which its team finds and groups it, sorted. */
  labels: list<string>(),
  /** Its people are alerted by e-mail. */
  mail_alerts: flag.default(1),
  /** Agents see how many pieces are in stock. */
  stock_figures: flag.default(1),
  /** Product feeds are served. */
  product_feeds: flag.default(0),
  /** Null: the feeds have the catalog as it is. */
  feed_rules: json<FeedRules>().optional,
  /** Part of the addresses of its feeds; generated on first use. */
  feed_token: sealed().optional,
  /** Set from the deletion until the last row of the store is erased; agents and merchants get 404. */
  deleted_at: instant.optional.internal,
  created_at: instant.internal,
}).with({ unique: ['slug'], indexes: { organization: '(organization_id)' } });

export const storeMilestones = declareTable('store_milestones', {
  store_id: ref('stores'),
  milestone: oneOf<Milestone>(),
  at: instant,
}).with({ key: ['store_id', 'milestone'] });

/** Slugs of deleted stores, reserved for their organization. */
export const retiredSlugs = declareTable('retired_slugs', {
  slug: text,
  organization_id: text.optional,
  retired_at: instant,
}).with({ key: ['slug'] });

/** Domains that merchants claim. Several stores may claim a domain; one at most has verified it. */
export const customDomains = declareTable('custom_domains', {
  id: uuid,
  store_id: ref('stores'),
  /** Lower case, punycode, without a trailing dot. */
  name: text,
  /** Content of the DNS record: public, hence not sealed. */
  token: text,
  created_at: instant,
  verified_at: instant.optional,
  checked_at: instant.optional,
  /** Start of the grace period of a verified domain whose record is gone. */
  missing_since: instant.optional,
  lost_at: instant.optional,
  leads_here: flag.default(0),
  /** Sentence that says why the domain does not lead to this service. */
  error: text.optional,
}).with({
  unique: ['store_id, name'],
  acrossStores: 'one store at most has verified a domain',
  uniqueIndexes: { verified: '(name) where verified_at is not null' },
});
