import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { everywhere } from '../../../testing/everywhere.ts';

const SATCHELS = [
  { title: 'Zafra satchel in leather', price: '90.00', descriptionHtml: '<p>20 cm wide.</p>' },
  { title: 'Zafra satchel in canvas', price: '40.00', descriptionHtml: '<p>40 cm wide.</p>' },
  { title: 'Zafra satchel in felt', price: '60.00', descriptionHtml: '<p>60 cm wide.</p>' },
];

everywhere('searches before the copy is whole, which the shop’s own search answers', (at) => {
  before(() => {
    for (const satchel of SATCHELS) at.running.shop(at.slug).control.createProduct(satchel);
  });

  async function findMaterials(text: string): Promise<string[]> {
    const { products } = await at.agent.search(text);
    return products.map(({ title }) => title.replace('Zafra satchel in ', '')).toSorted();
  }

  it('omits products with an excluded word', async () => {
    assert.deepEqual(await findMaterials('zafra satchel, not leather'), ['canvas', 'felt']);
    assert.deepEqual(await findMaterials('a zafra satchel without leather or felt'), ['canvas']);
  });

  it('omits products at prices that the sentence rules out', async () => {
    assert.deepEqual(await findMaterials('zafra satchel for no more than 60 dollars'), ['canvas', 'felt']);
    assert.deepEqual(await findMaterials('zafra satchel, 50 dollars or more'), ['felt', 'leather']);
  });

  it('lists products at any price when none has the price that is asked for', async () =>
    assert.deepEqual(await findMaterials('zafra satchel under 10 dollars'), ['canvas', 'felt', 'leather']));

  it('omits products beyond a measure that the sentence names', async () =>
    assert.deepEqual(await findMaterials('zafra satchel wider than 30 cm'), ['canvas', 'felt']));
});
