/** Shop and card as the service writes them into the document. */
export interface Shop {
  card: 'results' | 'product' | 'cart' | 'checkout';
  name: string;
  /** Address of a picture. */
  logo?: string;
  /** `#rrggbb`. */
  color?: string;
}

export function readShop(): Shop {
  return JSON.parse(document.getElementById('shop')?.textContent ?? '{}') as Shop;
}
