import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSlug, type StoreDescription } from '../../../src/commerce/store/store.ts';
import { deriveSlug } from '../../../src/merchant/stores/connect-store.ts';

const described = (name: string, hosts: string[] = []): StoreDescription => ({
  ...{ name, hosts, currency: 'EUR', country: 'DE', links: [], versions: {} },
});

describe('the slug of a store that has none yet', () => {
  for (const [name, slug] of [
    ['Müllers Lädchen & Söhne „Größe“', 'muellers-laedchen-soehne-groesse'],
    ['ÄÖÜ ẞ', 'aeoeue-ss'],
    ['Mu\u0308ller', 'mueller'],
    ['Café Crème à la Noël', 'cafe-creme-a-la-noel'],
    ['Smørrebrød & Æbleskiver', 'smorrebrod-aebleskiver'],
    ['Łódź Złoty', 'lodz-zloty'],
    ['Đặc Sản', 'dac-san'],
    ['İstanbul Işık', 'istanbul-isik'],
    ['Œuvre Ñandú Çelik', 'oeuvre-nandu-celik'],
    ['Sørens Ðrauma Þing', 'sorens-drauma-thing'],
    ['Good Mugs™ 2', 'good-mugs-2'],
    [`${'Längste '.repeat(12)}`, 'laengste-laengste-laengste-laengste-laengste-laengste-laengste'],
  ] as const)
    it(`derives the slug ${slug} for a store named "${name.trim()}"`, () => {
      assert.equal(deriveSlug(described(name)), slug);
      assert.ok(isSlug(slug));
    });

  for (const [host, slug] of [
    ['good-mugs.myshopify.com', 'good-mugs'],
    ['www.good-mugs.co.uk', 'good-mugs-co-uk'],
    ['xn--mller-kva.example', 'mueller-example'],
    ['127.0.0.1:8080', '127-0-0-1-8080'],
  ] as const)
    it(`derives the slug ${slug} for a shop at the host ${host}`, () =>
      assert.equal(deriveSlug(described('A shop', [host])), slug));
});
