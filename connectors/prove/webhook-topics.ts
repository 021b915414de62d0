import type { Scene } from './proof.ts';

/** Topics of the site's webhooks to the service, sorted. */
export async function webhookTopics({ admin, service }: Pick<Scene, 'admin' | 'service'>): Promise<string[]> {
  const all: { delivery_url: string; topic: string }[] = await admin.rest(
    'GET',
    '/wc/v3/webhooks?per_page=100',
  );
  return all
    .filter(({ delivery_url }) => delivery_url.startsWith(`${service}/`))
    .map(({ topic }) => topic)
    .sort();
}
