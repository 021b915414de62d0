import type { FastifyInstance } from 'fastify';
import { addCredentialsPage } from '../../shop/credentials-page.ts';
import type { Site } from '../site.ts';
import { SETTINGS_PAGE } from './settings-page.ts';

/** Pages for a merchant who tries the console: the REST API keys, and the way to the site that is to be paired. */
export function addTrialPages(app: FastifyInstance, site: Site, pairAt = SETTINGS_PAGE): void {
  addCredentialsPage(app, {
    shopName: site.settings.name,
    place: 'WooCommerce → REST API keys',
    credentials: () => [
      ['Store URL', site.origin()],
      ['Consumer key', site.consumerKey],
      ['Consumer secret', site.consumerSecret],
    ],
  });
  app.get('/_sandbox/pair-at', (_request, reply) => reply.redirect(pairAt));
}
