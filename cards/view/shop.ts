/** Shop and card as the service writes them into the document. */
export interface Shop {
  card: 'results' | 'product' | 'cart' | 'checkout';
  name: string;
  logo?: string;
  /** `#rrggbb` of the shop's brand. */
  color?: string;
}

export function readShop(): Shop {
  return JSON.parse(document.getElementById('shop')?.textContent ?? '{}') as Shop;
}

/** Sets the brand's color with a readable text color upon it (WCAG contrast of 4.5 or more). */
export function applyColor(color: string | undefined): void {
  if (color === undefined || !/^#[0-9a-f]{6}$/i.test(color)) return;
  const { style } = document.documentElement;
  style.setProperty('--brand', color);
  style.setProperty('--on-brand', luminance(color) > 0.179 ? '#000000' : '#ffffff');
}

/** Relative luminance of WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
