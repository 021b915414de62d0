import type { FastifyInstance } from 'fastify';
import { html, page } from './page-layout.ts';

interface CredentialsPage {
  shopName: string;
  /** Words of the console, under Add a store. */
  place: string;
  /** Labels of the console's form, with their values. */
  credentials: () => readonly (readonly [label: string, value: string])[];
}

/** Page with what a merchant copies from the shop's administration, so that connecting a store can be tried without one. */
export function addCredentialsPage(
  app: FastifyInstance,
  { shopName, place, credentials }: CredentialsPage,
): void {
  app.get('/_sandbox/credentials', (_request, reply) => {
    const rows = credentials().map(
      ([label, value]) => html`<tr><th scope="row">${label}</th><td><code>${value}</code></td></tr>`,
    );
    const body = html`<article class="card"><h1>Credentials of this simulated shop</h1>
<p>Copy them into the service’s console, under Add a store → ${place}. They open nothing but this shop.</p>
<table>${rows}</table></article>`;
    return reply.type('text/html; charset=utf-8').send(page({ title: 'Credentials', shopName, body }));
  });
}
