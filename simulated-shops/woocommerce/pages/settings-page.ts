import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html, type Markup, page } from '../../shop/page-layout.ts';
import type { Plugin, PluginMessage } from '../connector/plugin.ts';
import type { Site } from '../site.ts';

const PATH = '/wp-admin/admin.php';

export const SETTINGS_PAGE = `${PATH}?page=ucp-host`;

const pressed = z.object({
  action: z.enum(['pair', 'check', 'unpair']),
  code: z.string().default(''),
  service: z.string().default(''),
});

/** The plugin's page in the site's administration, and the same as JSON for scripts. Needs no login. */
export function addSettingsPage(app: FastifyInstance, site: Site, plugin: Plugin): void {
  app.get<{ Querystring: { page?: string } }>(PATH, (request, reply) => {
    if (request.query.page !== 'ucp-host') return reply.callNotFound();
    return reply.type('text/html').send(settingsPage(site, plugin, {}));
  });
  app.post(PATH, async (request, reply) => {
    const input = pressed.parse(request.body);
    const message = await press(plugin, input);
    return reply
      .type('text/html')
      .send(settingsPage(site, plugin, { shown: message, service: input.service }));
  });
  app.get('/_sandbox/pairing', () => ({
    paired: plugin.paired() !== null,
    store: plugin.paired()?.store ?? null,
  }));
  app.post('/_sandbox/pairing', async (request, reply) => {
    const input = pressed.safeParse(request.body);
    return input.success
      ? press(plugin, input.data)
      : reply.code(400).send({ error: z.prettifyError(input.error) });
  });
}

function press(plugin: Plugin, { action, code, service }: z.infer<typeof pressed>): Promise<PluginMessage> {
  if (action === 'check') return plugin.check();
  if (action === 'unpair') return plugin.leave();
  return plugin.pair(service.trim().replace(/\/+$/, ''), code.replaceAll(/\D/g, ''));
}

function settingsPage(
  site: Site,
  plugin: Plugin,
  after: { shown?: PluginMessage; service?: string },
): string {
  const paired = plugin.paired();
  const body = html`<h1>Shopping agents</h1>
${after.shown ? result(after.shown) : null}
${paired ? pairedCard(paired) : pairCard(after.service ?? site.serviceUrl())}`;
  return page({ title: 'Shopping agents', shopName: site.settings.name, body });
}

function result({ ok, message, remedy }: PluginMessage): Markup {
  return html`<p role="status" class="${ok ? 'card' : 'problem'}">${message}${remedy ? html` <strong>${remedy}</strong>` : null}</p>`;
}

function pairCard(service: string): Markup {
  return html`<form method="post" class="card">
<p id="state">Not paired.</p>
<label>Service address<input type="text" name="service" value="${service}" required></label>
<label>Pairing code<input type="text" name="code" inputmode="numeric" autocomplete="off" pattern="[0-9 ]{6,7}" placeholder="123 456" required></label>
<button name="action" value="pair">Pair</button></form>`;
}

function pairedCard({
  store,
  service_url: service,
  manifest_url: manifest,
  profile_url: profile,
  capabilities,
}: NonNullable<ReturnType<Plugin['paired']>>): Markup {
  const on = Object.entries(capabilities).flatMap(([name, isOn]) => (isOn ? [name] : []));
  return html`<form method="post" class="card">
<p id="state">Paired with <a href="${service}">${service}</a> as <strong>${store.slug}</strong>.</p>
<p>Manifest: <a href="${manifest}">${manifest}</a></p>
${profile === undefined ? null : html`<p>Official UCP profile: <a href="${profile}">${profile}</a></p>`}
<p>Agents may use: ${on.join(', ') || 'search and checkout only'}.</p>
<button name="action" value="check">Test the connection</button>
<button name="action" value="unpair">Unpair</button></form>`;
}
