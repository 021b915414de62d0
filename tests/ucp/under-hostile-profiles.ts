import { startTestService } from '../../testing/test-service.ts';
import { OLDER_PROFILE } from '../../testing/ucp-agent.ts';
import { hostilePlatform } from './hostile-profiles.ts';

/** Program: a service that discovers as many hostile profiles as its first argument says, and then serves an honest agent. */
const count = Number(process.argv[2]);
const PER_MINUTE = 50;

const database = { migrated: async () => 'sqlite::memory:' };
const platform = await hostilePlatform();
const running = await startTestService({ database });
const search = async (profile: string): Promise<number> => {
  const response = await fetch(`${running.baseUrl}/ucp/demo-shopify/catalog/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'ucp-agent': `profile="${profile}"` },
    body: '{"query":"mug"}',
  });
  await response.arrayBuffer();
  return response.status;
};
const counts = new Map<number, number>();
for (let each = 0; each < count; each += 1) {
  if (each % PER_MINUTE === 0) running.advance(60_000);
  const status = await search(`${platform.origin}/${each}`);
  counts.set(status, (counts.get(status) ?? 0) + 1);
}
console.log(JSON.stringify({ hostile: Object.fromEntries(counts), honest: await search(OLDER_PROFILE) }));
await running.close();
await platform.close();
process.exit(0);
