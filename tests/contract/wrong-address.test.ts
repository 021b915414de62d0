import assert from 'node:assert/strict';
import { it } from 'node:test';
import { agentOf } from '../../testing/agent.ts';
import { everywhere } from '../../testing/everywhere.ts';

everywhere('a wrong address', (at) => {
  const at404 = async (slug: string, path: string) => {
    const answer = await agentOf(at.running.baseUrl, slug).get<{ error: string }>(path);
    assert.equal(answer.status, 404);
    return answer.body.error;
  };

  it('distinguishes a wrong slug from a wrong path, in the same words whether the store exists or not', async () => {
    const wrongSlug = await at404('no-such-store', '/catalog/search?q=mug');
    const wrongPath = await at404(at.slug, '/catalogue/search?q=mug');
    assert.match(wrongSlug, /check the store slug/);
    assert.match(wrongPath, /no such path, whatever the store/);
    assert.equal(await at404('no-such-store', '/catalogue/search?q=mug'), wrongPath);
    const elsewhere = await fetch(`${at.running.baseUrl}/nope`);
    assert.equal(((await elsewhere.json()) as { error: string }).error, wrongPath);
  });
});
