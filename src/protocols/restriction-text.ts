import { getOpenOptions, type Product, type Variant } from '../commerce/product/products.ts';
import { cleanShopMessage } from '../commerce/text/shop-text.ts';

/** Says to the model how a variant is bought that no id alone buys; undefined for others. */
export function renderRestriction(product: Product, variant: Variant): string | undefined {
  switch (variant.restriction) {
    case undefined:
      return undefined;
    case 'choose_on_page':
      return `The buyer chooses ${nameOpenOptions(product, variant)} on the product’s page: agents cannot.`;
    case 'price_on_request':
      return 'The store shows no price here. The buyer asks the store; agents cannot buy it.';
    case 'not_for_sale':
      return 'The store shows it and does not sell it to guests; agents cannot buy it.';
    case 'subscription_only':
      return 'The store sells it by subscription only. The buyer subscribes on the product’s page; agents cannot buy it.';
    default:
      return variant.restriction satisfies never;
  }
}

function nameOpenOptions(product: Product, variant: Variant): string {
  const names = getOpenOptions(product, variant).map(({ name }) => cleanShopMessage(name, '', 100));
  return names.filter((name) => name !== '').join(' and ') || 'further options';
}
