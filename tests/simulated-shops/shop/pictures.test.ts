import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drawProduct } from '../../../simulated-shops/pictures/draw-product.ts';
import { seedProducts } from '../../../simulated-shops/shop/catalog.ts';
import { awkwardGoods } from '../../../simulated-shops/woocommerce/goods/awkward-goods.ts';

const goods = [...seedProducts('USD'), ...awkwardGoods('USD')].filter(({ published }) => published);
const shapesOf = (svg: string) => svg.slice(svg.lastIndexOf('</style>'));

describe('pictures of the simulated shops', () => {
  it('draw every product of the demo by its kind, styled and without letters', () => {
    const parcel = shapesOf(drawProduct({ ...goodsNamed('Café Mug'), title: 'Thing' }, undefined));
    for (const product of goods) {
      const svg = drawProduct(product, undefined);
      assert.doesNotMatch(svg, /<text/);
      assert.notEqual(withoutGround(shapesOf(svg)), withoutGround(parcel), product.title);
      for (const [, name = ''] of svg.matchAll(/class="([^"]+)"/g))
        assert.ok(svg.includes(`.${name}{`), `${product.title} uses the class ${name}`);
    }
  });

  it('draw a variant in its color, and an unknown one in that of its kind', () => {
    const mug = goodsNamed('Enamel Camping Mug');
    const pictures = new Set(['White', 'Blue', 'Green'].map((color) => drawProduct(mug, color)));
    assert.equal(pictures.size, 3);
    assert.equal(drawProduct(mug, '"><script>'), drawProduct(mug, undefined));
  });
});

function goodsNamed(title: string) {
  const product = goods.find((each) => each.title === title);
  assert.ok(product, title);
  return product;
}

function withoutGround(svg: string): string {
  return svg.replace(/fill="#[^"]+"/, '');
}
