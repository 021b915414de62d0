/** The merchant API's wire, as the console reads it. */

export interface Installation {
  first_run: boolean;
  sign_up: 'open' | 'closed';
  version: string;
  sandbox: boolean;
  base_url: string;
}

export interface Account {
  id: string;
  name: string;
  email: string;
  created_at: string;
}

export interface Page<Item> {
  items: Item[];
  total: number;
  page: number;
  per_page: number;
}

export interface ApiToken {
  id: string;
  name: string;
  /** null: every store of the account. */
  stores: string[] | null;
  created_at: string;
  last_used_at: string | null;
}

export type Platform = 'shopify' | 'woocommerce';
export type CapabilityName = 'cart' | 'order' | 'discount' | 'fulfillment';

export interface StoreSummary {
  slug: string;
  name: string;
  /** What the platform calls it. */
  platform_name: string;
  platform: Platform;
  currency: string;
  hosts: string[];
  status: 'connected' | 'disconnected';
  test_mode: boolean;
  connected_at: string;
  last_agent_activity_at: string | null;
  /** 0: for ever; null: as the installation does. */
  retention_days: number | null;
  capabilities: Record<CapabilityName, boolean>;
  catalog: ImportState;
}

interface Importing {
  read: number;
  total: number | null;
}

export interface ImportState {
  products: number;
  imported_at: string | null;
  importing: Importing | null;
  /** Why the last attempt stopped; it is tried again by itself. */
  last_error: string | null;
  /** Why the copy does not hold the whole catalog; null: it does. */
  limited: string | null;
}

export interface Diagnostic {
  level: 'ok' | 'warning' | 'problem';
  title: string;
  cause?: string;
  remedy?: string;
}

export interface CredentialsCheck {
  ok: boolean;
  description?: {
    name: string;
    currency: string;
    hosts: string[];
    country?: string | null;
    versions?: unknown;
  };
  findings: Diagnostic[];
}

export interface AuditEntry {
  id: string;
  at: string;
  actor: string;
  action: string;
  details: Record<string, unknown>;
}

export interface PairingCode {
  id: string;
  code: string;
  expires_at: string;
}

export interface PairingState {
  status: 'waiting' | 'checking' | 'paired' | 'refused' | 'locked' | 'expired';
  tries_left: number;
  refusal?: { reason: string; message: string; remedy: string };
  store?: { slug: string; name: string };
}
