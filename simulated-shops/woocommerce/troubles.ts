import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { html, page } from '../shop/page-layout.ts';
import type { Site } from './site.ts';
import { errorBody, noRoute } from './wordpress-error.ts';

/** What can be wrong with a whole site, as merchants bring them. */
export const TROUBLES = [
  /** It speaks of itself as http, at an address that is not this machine. */
  'plain_http',
  /** "Plain" permalinks: there is no /wp-json/. */
  'plain_permalinks',
  'no_woocommerce',
  /** 8.1: the plugin has no endpoints there. */
  'old_woocommerce',
  /** A security plugin answers /wp-json/ with a page of its own. */
  'rest_blocked',
  /** Visitors must log in first. */
  'login_wall',
  /** WooCommerce's own switch: the REST interface goes on. */
  'coming_soon',
  /** The REST interface is closed to guests; keys go on. */
  'rest_closed',
  /** The shop has another address now, to which the old one redirects. */
  'moved',
  /** WooCommerce knows none of the service's keys any more. */
  'key_revoked',
  /** The plugin is deactivated, which suspends its keys. */
  'plugin_inactive',
  /** A plugin's: everything is 503. */
  'maintenance',
  /** The server drops the Authorization header before PHP. */
  'keys_dropped',
  /** A copy of the site answers in its place: it does not know the site's secret. */
  'copy',
] as const;

export type SiteTrouble = (typeof TROUBLES)[number];

/** Troubles come over the whole site, but for its administration and the control address. */
export function addTroubles(app: FastifyInstance, site: Site): void {
  app.addHook('onRequest', async (request, reply) => {
    if (/^\/(_sandbox|wp-admin)\//.test(request.url)) return undefined;
    const { rest_route: route } = request.query as { rest_route?: string };
    return route?.startsWith('/') && request.method === 'GET' && site.withConnector
      ? askByQuery(app, route, reply)
      : suffer(site, request, reply);
  });
  app.get('/wp-login.php', (_request, reply) => reply.type('text/html').send(loginPage(site)));
  app.get('/_sandbox/site', () => ({ trouble: site.trouble }));
  app.post('/_sandbox/site', (request, reply) => {
    const input = z.strictObject({ trouble: z.enum(TROUBLES).nullable() }).safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    site.trouble = input.data.trouble;
    return { ok: true };
  });
}

const BY_QUERY = 'x-sandbox-rest-route';

/** `/?rest_route=…` leads to the REST interface whatever the permalinks are, yet takes no keys. */
async function askByQuery(app: FastifyInstance, route: string, reply: FastifyReply): Promise<FastifyReply> {
  const answer = await app.inject({ url: `/wp-json${route}`, headers: { [BY_QUERY]: '1' } });
  return reply.code(answer.statusCode).headers(answer.headers).send(answer.body);
}

function suffer(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const isApi = request.url.startsWith('/wp-json/');
  const { trouble } = site;
  if (trouble === 'moved') return reply.redirect(`https://moved-shop.example${request.url}`, 301);
  if (trouble === 'login_wall' && !request.url.startsWith('/wp-login.php')) {
    return reply.redirect(
      `${site.origin()}/wp-login.php?redirect_to=${encodeURIComponent(request.url)}`,
      302,
    );
  }
  if (trouble === 'maintenance') {
    return send(
      reply.header('retry-after', '3600'),
      503,
      say(site, 'Briefly unavailable for scheduled maintenance.'),
    );
  }
  if (trouble === 'coming_soon' && !isApi)
    return send(reply, 200, say(site, 'Great things are coming soon.'));
  if (!isApi) return undefined;
  if (trouble === 'rest_blocked')
    return send(reply, 403, say(site, 'A potentially unsafe operation has been blocked.'));
  if (trouble === 'plain_permalinks' && !request.headers[BY_QUERY]) return frontPage(site, request, reply);
  return isGone(trouble, request.url) ? reply.code(404).send(errorBody(noRoute())) : undefined;
}

function isGone(trouble: SiteTrouble | null, url: string): boolean {
  if (trouble === 'no_woocommerce') return url.startsWith('/wp-json/wc');
  const isWithoutPlugin = trouble === 'old_woocommerce' || trouble === 'plugin_inactive';
  return isWithoutPlugin && url.startsWith('/wp-json/wc-ucp-host/');
}

/** Without rewrite rules every address is the front page: WordPress leads readers to its own address, and answers writers. */
function frontPage(site: Site, { method, url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return method === 'GET' || method === 'HEAD'
    ? reply.redirect(`${site.origin()}/${query}`, 301)
    : send(reply, 200, say(site, 'Welcome'));
}

function send(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/html; charset=UTF-8').send(text);
}

function say({ settings }: Site, text: string): string {
  return page({ title: text, shopName: settings.name, body: html`<h1>${text}</h1>` });
}

function loginPage({ settings }: Site): string {
  const body = html`<form id="loginform" class="card"><label>Username<input type="text" name="log"></label>
<label>Password<input type="password" name="pwd"></label><button type="button">Log In</button></form>`;
  return page({ title: 'Log In', shopName: settings.name, body });
}
