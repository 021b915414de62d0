/** What the pages about agents' doings read: the merchant API's wire, below /stores/{slug}. */
import type { Recipe } from '../src/merchants/discovery/recipes.ts';
import type { CapabilityName, Diagnostic } from './api-types.ts';

export interface Overview {
  period: { from: string; to: string };
  totals: {
    searches: number;
    sessions: number;
    handoffs: number;
    orders_verified: number;
    revenue_verified: number;
    orders_claimed: number;
    revenue_claimed: number;
    currency: string;
  };
  /** Orders in other currencies than the store's: never added to it. */
  other_currencies: {
    currency: string;
    orders_verified: number;
    revenue_verified: number;
    orders_claimed: number;
    revenue_claimed: number;
  }[];
  funnel: { step: string; count: number }[];
  by_day: {
    day: string;
    searches: number;
    sessions: number;
    handoffs: number;
    orders_verified: number;
    revenue_verified: number;
  }[];
  by_agent: {
    agent: string;
    requests: number;
    sessions: number;
    orders_verified: number;
    revenue_verified: number;
  }[];
  zero_result_searches: { query: string; count: number; last_at: string }[];
  rejected_codes: { code: string; reason: string; count: number }[];
}

export interface SetupStep {
  id: 'connect' | 'discovery' | 'test_purchase' | 'live';
  title: string;
  done: boolean;
  detail: string;
}

export interface SessionRow {
  id: string;
  status: string;
  agent: string | null;
  lines_count: number;
  total: number | null;
  currency: string;
  order_id: string | null;
  order_status: string | null;
  payment: string | null;
  ending: 'error' | 'canceled' | 'expired' | null;
  created_at: string;
  updated_at: string;
}

export interface SessionFailure {
  code: string;
  message: string;
  line_items: { item: { id: string }; quantity: number }[];
  request_id: string | null;
  request_log_id: string | null;
}

export interface TimelineEntry {
  at: string;
  kind: 'request' | 'platform_call' | 'status' | 'handoff' | 'order' | 'webhook';
  title: string;
  detail?: string;
  request_log_id?: string;
  duration_ms?: number;
  status?: number;
}

export interface SessionAnswer {
  session: SessionRow & { failure: SessionFailure | null } & Record<string, unknown>;
  timeline: TimelineEntry[];
}

export interface RequestRow {
  id: string;
  at: string;
  transport: 'rest' | 'mcp';
  method: string;
  endpoint: string;
  tool: string | null;
  path: string;
  status: number;
  duration_ms: number;
  agent: string | null;
  request_id: string;
  session_id: string | null;
  cart_id: string | null;
  order_id: string | null;
  error: string | null;
}

export interface RequestAnswer {
  request: RequestRow & {
    request_headers: Record<string, string>;
    request_body: unknown;
    response_body: unknown;
    upstream_calls: { operation: string; status: number | string | null; duration_ms: number }[];
    curl: string;
  };
}

export interface RequestErrorGroup {
  endpoint: string;
  status: number;
  error: string;
  count: number;
  last_at: string;
  example_id: string;
}

export interface AgentCount {
  agent: string;
  requests: number;
  last_at: string;
}

export interface Discovery {
  manifest_url: string;
  manifest: unknown;
  /** What agents that refuse redirects need, in words. */
  strict_clients: string;
  domains: string[];
  recipes: Recipe[];
  /** The same for the official profile. */
  profile_recipes: Recipe[];
  official: OfficialDiscovery;
  /** Which agents read which form, in sentences. */
  clients: Record<'contract' | 'official', string[]>;
}

export interface OfficialDiscovery {
  profile_url: string;
  /** Whether that is the root of a host of the store's own. */
  on_own_host: boolean;
  addresses: string[];
  profiles: { version: string; url: string; profile: unknown }[];
}

/** A domain of the merchant's own on which the store is, or is to be. */
export interface CustomDomain {
  domain: string;
  state: 'unverified' | 'verified' | 'live' | 'proof_missing' | 'lost';
  record: { type: 'TXT'; name: string; value: string };
  profile_url: string;
  obstacle: string | null;
  checked_at: string | null;
  served_until: string | null;
}

export interface CustomDomainCheck {
  domain: CustomDomain;
  findings: (Diagnostic & { check: string })[];
}

export interface DiscoveryCheck {
  /** At least agents that follow a redirect find the store. */
  ok: boolean;
  /** So do those that follow none. */
  strict: boolean;
  url: string;
  /** Which form stands there; null for neither. */
  found: 'manifest' | 'profile' | null;
  findings: (Diagnostic & { check: string })[];
}

export interface Capabilities {
  switches: Record<CapabilityName, { on: boolean; effect: string }>;
}

export interface LineItem {
  item: { id: string; title?: string; price?: number; image_url?: string | null };
  quantity: number;
  price?: number;
}

export interface Totals {
  subtotal: number;
  discount?: number | undefined;
  tax: number;
  /** Absent or null where the shop has not priced it. */
  shipping?: number | null | undefined;
  total: number;
}

export interface Discounts {
  codes: string[];
  applied: { code: string; amount: number }[];
  rejected: { code: string; reason: string; message?: string }[];
}

/** What sessions, carts and orders have in common. */
export interface Content {
  currency: string;
  line_items?: LineItem[];
  totals?: Totals | null | undefined;
  discounts?: Discounts | null | undefined;
}

export interface CartAnswer {
  cart: CartRow & Content;
  timeline?: TimelineEntry[];
}

export interface OrderAnswer {
  order: OrderRow & Content;
  timeline?: TimelineEntry[];
}

export interface CartRow {
  id: string;
  status: string;
  agent: string | null;
  lines_count: number;
  total: number | null;
  currency: string;
  created_at: string;
  updated_at: string;
}

export interface OrderRow {
  id: string;
  status: string;
  payment: string;
  agent: string | null;
  session_id: string;
  platform_order_id: string | null;
  /** As the shop's own pages name it. */
  platform_order_number: string | null;
  total: number | null;
  currency: string;
  /** Masked. */
  buyer_email: string | null;
  tracking: { carrier: string; number: string; url: string }[];
  created_at: string;
  updated_at: string;
}

export interface WebhookDelivery {
  id: string;
  /** Of what is not signed: what it claims to be. */
  topic: string | null;
  received_at: string;
  signature: 'valid' | 'invalid' | 'missing';
  effect: string;
  order: string | null;
  product: string | null;
  /** How often the same came again, and nothing more was done. */
  repeats: number;
}

export interface WebhookPage {
  items: WebhookDelivery[];
  total: number;
  page: number;
  per_page: number;
  subscriptions: WebhookSubscriptions;
}

export interface WebhookSubscriptions {
  address: string;
  checked_at: string | null;
  /** A look is due or under way. */
  checking: boolean;
  /** Topics, in the platform's words. */
  report: { created: string[]; mended: string[]; fine: string[] };
  /** Why the shop is asked for nothing. */
  skipped: string | null;
  last_error: string | null;
}
