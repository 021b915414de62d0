import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FaultBoard } from '../shop/faults.ts';
import { html, page } from '../shop/page-layout.ts';
import { SITE_FAULTS, type SiteFaultKind } from '../shop/types.ts';
import type { Site } from './site.ts';
import { errorBody, noRoute } from './wordpress-error.ts';

/** Applies faults to the whole site except its administration and the control routes. */
export function addSiteFaults(app: FastifyInstance, site: Site, faults: FaultBoard): void {
  app.addHook('onRequest', async (request, reply) => {
    if (/^\/(_sandbox|wp-admin)\//.test(request.url)) return undefined;
    const { rest_route: route } = request.query as { rest_route?: string };
    return route?.startsWith('/') && request.method === 'GET' && site.withConnector
      ? askByQuery(app, route, reply)
      : applySiteFault(site, request, reply);
  });
  app.get('/wp-login.php', (_request, reply) => reply.type('text/html').send(loginPage(site)));
  app.get('/my-account/', (_request, reply) => reply.type('text/html').send(accountPage(site)));
  // Synonym of `/_sandbox/faults` for the kinds that hit the whole site.
  app.get('/_sandbox/site', () => ({ trouble: site.fault }));
  app.post('/_sandbox/site', (request, reply) => {
    const input = z.strictObject({ trouble: z.enum(SITE_FAULTS).nullable() }).safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    faults.setSiteFault(input.data.trouble);
    return { ok: true };
  });
}

const BY_QUERY = 'x-sandbox-rest-route';

/** `/?rest_route=…` reaches the REST API whatever the permalinks are, but without keys. */
async function askByQuery(app: FastifyInstance, route: string, reply: FastifyReply): Promise<FastifyReply> {
  const answer = await app.inject({ url: `/wp-json${route}`, headers: { [BY_QUERY]: '1' } });
  return reply.code(answer.statusCode).headers(answer.headers).send(answer.body);
}

function applySiteFault(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const isApi = request.url.startsWith('/wp-json/');
  const { fault } = site;
  if (fault === 'moved') return reply.redirect(`https://moved-shop.example${request.url}`, 301);
  if (fault === 'login_wall' && !request.url.startsWith('/wp-login.php')) {
    return reply.redirect(
      `${site.origin()}/wp-login.php?redirect_to=${encodeURIComponent(request.url)}`,
      302,
    );
  }
  if (fault === 'maintenance') {
    return send(
      reply.header('retry-after', '3600'),
      503,
      messagePage(site, 'Briefly unavailable for scheduled maintenance.'),
    );
  }
  if (fault === 'coming_soon' && !isApi)
    return send(reply, 200, messagePage(site, 'Great things are coming soon.'));
  if (!isApi) return applyWall(site, request, reply);
  if (fault === 'rest_blocked')
    return send(reply, 403, messagePage(site, 'A potentially unsafe operation has been blocked.'));
  if (fault === 'plain_permalinks' && !request.headers[BY_QUERY]) return frontPage(site, request, reply);
  return refuseCall(site, request, reply);
}

/** Lets through the pages that a wall leads to. */
function applyWall(site: Site, { url }: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (/^\/(?:wp-login\.php|my-account\/)/.test(url)) return undefined;
  const redirectTo = encodeURIComponent(url);
  switch (site.settings.wall) {
    case 'log_in':
      return reply.redirect(`${site.origin()}/wp-login.php?redirect_to=${redirectTo}`, 302);
    case 'register':
      return reply.redirect(`${site.origin()}/my-account/`, 302);
    case 'maintenance':
      return send(reply, 503, messagePage(site, 'Closed for maintenance'));
    case 'maintenance_page':
      return send(reply, 200, closedPage(site));
    case 'age_gate':
      return send(reply, 200, ageGatePage(site));
    case 'firewall':
      return send(reply, 403, messagePage(site, 'Access denied'));
    case undefined:
      return undefined;
  }
}

function refuseCall(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (!isGone(site.fault, request.url)) return undefined;
  const refusal = noRoute();
  return reply.code(refusal.status).send(errorBody(refusal));
}

function isGone(fault: SiteFaultKind | null, url: string): boolean {
  if (fault === 'no_woocommerce') return url.startsWith('/wp-json/wc');
  const isWithoutPlugin = fault === 'old_woocommerce' || fault === 'plugin_inactive';
  return isWithoutPlugin && url.startsWith('/wp-json/wc-ucp-host/');
}

/** Without rewrite rules every address is the front page: WordPress redirects readers to it and answers writers. */
function frontPage(site: Site, { method, url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return method === 'GET' || method === 'HEAD'
    ? reply.redirect(`${site.origin()}/${query}`, 301)
    : send(reply, 200, messagePage(site, 'Welcome'));
}

function send(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/html; charset=UTF-8').send(text);
}

function messagePage({ settings }: Site, text: string): string {
  return page({ title: text, shopName: settings.name, body: html`<h1>${text}</h1>` });
}

/** Known by the address of the plugin's stylesheet alone. */
function closedPage({ settings }: Site): string {
  const body = html`<link rel="stylesheet" href="/wp-content/plugins/maintenance/load/css/style.css"><h1>We are closed</h1>`;
  return page({ title: 'Closed', shopName: settings.name, body });
}

function ageGatePage({ settings }: Site): string {
  const body = html`<form class="age-gate card"><h1>Are you 18 or older?</h1><button type="button">Yes</button></form>`;
  return page({ title: 'Age check', shopName: settings.name, body });
}

function accountPage({ settings }: Site): string {
  const body = html`<h1>My account</h1><form class="woocommerce-form-login card"><button type="button">Log in</button></form>`;
  return page({ title: 'My account', shopName: settings.name, body });
}

function loginPage({ settings }: Site): string {
  const body = html`<form id="loginform" class="card"><label>Username<input type="text" name="log"></label>
<label>Password<input type="password" name="pwd"></label><button type="button">Log In</button></form>`;
  return page({ title: 'Log In', shopName: settings.name, body });
}
