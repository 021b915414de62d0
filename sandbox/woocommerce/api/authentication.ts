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
 * WooCommerce takes plain keys over HTTPS only and ignores them over http. This site counts its loopback http as
 * HTTPS, like a server behind a TLS proxy that sets `HTTPS=on`.
 *
 * A known key with a wrong secret is refused even where anybody may read; an unknown key is nobody, as no key is.
 */
export function authenticate(site: Site, request: FastifyRequest): boolean {
  const given =
    site.trouble === 'keys_dropped' ? undefined : (basicCredentials(request) ?? queryCredentials(request));
  if (given?.key !== site.consumerKey) return false;
  if (given.secret === site.consumerSecret) return true;
  throw new WordPressError(401, 'woocommerce_rest_authentication_error', 'Consumer secret is invalid.');
}

/** WordPress looks at parameters before it asks whether the caller may. */
export function permit(isKnown: boolean, permission: Permission): void {
  if (isKnown || permission === 'public') return;
  const [code, message] = DENIALS[permission];
  throw new WordPressError(401, code, message);
}

interface Given {
  key: string;
  secret: string;
}

function basicCredentials(request: FastifyRequest): Given | undefined {
  const [scheme = '', encoded] = (request.headers.authorization ?? '').split(' ');
  if (scheme.toLowerCase() !== 'basic' || encoded === undefined) return undefined;
  const [key = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { key, secret };
}

function queryCredentials(request: FastifyRequest): Given | undefined {
  const { consumer_key: key, consumer_secret: secret } = request.query as Record<string, unknown>;
  return typeof key === 'string' && typeof secret === 'string' ? { key, secret } : undefined;
}
