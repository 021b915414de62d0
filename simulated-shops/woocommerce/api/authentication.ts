import type { FastifyRequest } from 'fastify';
import type { Site } from '../site.ts';
import { WordPressError } from '../wordpress-error.ts';

const DENIALS = {
  list: ['woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.'],
  view: ['woocommerce_rest_cannot_view', 'Sorry, you cannot view this resource.'],
  create: ['woocommerce_rest_cannot_create', 'Sorry, you are not allowed to create resources.'],
  edit: ['woocommerce_rest_cannot_edit', 'Sorry, you are not allowed to edit this resource.'],
  delete: ['woocommerce_rest_cannot_delete', 'Sorry, you are not allowed to delete this resource.'],
  connector: ['rest_forbidden', 'Sorry, you are not allowed to do that.'],
} as const;

export type Permission = keyof typeof DENIALS | 'public';

/**
 * WooCommerce accepts keys over HTTPS only; this site treats loopback http as HTTPS. A known key with a wrong secret is refused
 * even on public routes; an unknown key counts as anonymous.
 */
export function authenticate(site: Site, request: FastifyRequest, isInScope: boolean): boolean {
  if (site.fault === 'keys_dropped' || site.fault === 'key_revoked') return false;
  const own = readBasic(request.headers['x-ucp-authorization']);
  const basic = site.fault === 'authorization_dropped' ? undefined : readBasic(request.headers.authorization);
  if (isPluginKey(site, own ?? basic)) {
    if (isInScope) return true;
    throw new WordPressError(403, 'ucp_host_key_scope', 'The REST key of a UCP service may not do this.');
  }
  const credentials = basic ?? queryCredentials(request);
  if (credentials?.key !== site.consumerKey) return false;
  if (credentials.secret !== site.consumerSecret) throw refusedKey('Consumer secret is invalid.');
  return true;
}

/** The active plugin alone accepts its keys, as HTTP Basic in either header; to WooCommerce they are unknown. */
function isPluginKey(site: Site, credentials: Given | undefined): boolean {
  return (
    site.fault !== 'plugin_inactive' &&
    credentials !== undefined &&
    site.pluginKeys.get(credentials.key) === credentials.secret
  );
}

function refusedKey(message: string): WordPressError {
  return new WordPressError(401, 'woocommerce_rest_authentication_error', message);
}

/** WordPress validates parameters before permissions. */
export function permit(isKnown: boolean, permission: Permission): void {
  if (isKnown || permission === 'public') return;
  const [code, message] = DENIALS[permission];
  throw new WordPressError(401, code, message);
}

interface Given {
  key: string;
  secret: string;
}

function readBasic(header: string | string[] | undefined): Given | undefined {
  const [scheme = '', encoded] = String(header ?? '').split(' ');
  if (scheme.toLowerCase() !== 'basic' || encoded === undefined) return undefined;
  const [key = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { key, secret };
}

function queryCredentials(request: FastifyRequest): Given | undefined {
  const { consumer_key: key, consumer_secret: secret } = request.query as Record<string, unknown>;
  return typeof key === 'string' && typeof secret === 'string' ? { key, secret } : undefined;
}
