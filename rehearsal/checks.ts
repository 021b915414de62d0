import { isAvailable } from '../simulated-shops/shop/stock.ts';
import type { ShopControl, ShopVariant } from '../simulated-shops/shop/types.ts';
import { toMinorUnits } from '../src/commerce/money/money.ts';
import type { RehearsedEndpoint, Sale } from './endpoint.ts';
import type { Json } from './paths.ts';
import { isSame, type Shopper } from './shopper.ts';

/** The shop behind the store, where the rehearsal runs it. */
export interface SimulatedShop {
  url: string;
  control: ShopControl;
}

interface Checked {
  endpoint: RehearsedEndpoint;
  shopper: Shopper;
  shop: SimulatedShop | undefined;
  handOffs: Map<string, string>;
  /** True when the totals are of the lines before. */
  hasOldTotals: boolean;
}

/** Compares a hand-off with what was wanted and, where there is a simulated shop, with what it sells. */
export function problemsOf(checked: Checked, sale: Sale | undefined, body: Json, code?: string): string[] {
  if (!sale) return ['no checkout in the answer'];
  const { endpoint, shopper, shop, handOffs, hasOldTotals } = checked;
  return [
    ...(endpoint.isUnpaid(sale, body) ? [] : [`status ${sale.status} where the buyer has to pay`]),
    ...handOffProblems(sale, shop, handOffs),
    ...(hasOldTotals ? [] : sumProblems(sale)),
    ...contentProblems(endpoint, shopper, sale),
    ...(shop ? shopProblems(sale, shop) : []),
    ...(code === undefined || sale.reportedCodes.includes(code)
      ? []
      : [`nothing is said about the code ${code}`]),
  ];
}

function handOffProblems(
  { url, id }: Sale,
  shop: SimulatedShop | undefined,
  handOffs: Map<string, string>,
): string[] {
  if (url === undefined || !URL.canParse(url)) return ['no hand-off'];
  const other = handOffs.get(url);
  handOffs.set(url, id);
  if (other !== undefined && other !== id) return ['the hand-off of another checkout'];
  return shop && new URL(url).origin !== new URL(shop.url).origin
    ? [`a hand-off to ${new URL(url).origin}`]
    : [];
}

function sumProblems({ totals, lines }: Sale): string[] {
  const { subtotal, discount, fees, tax, shipping, total } = totals;
  const ofLines = lines.reduce((sum, line) => sum + (line.subtotal ?? Number.NaN), 0);
  return [
    ...(subtotal - discount + fees + tax + shipping === total ? [] : ['totals that do not add up']),
    ...(ofLines === subtotal ? [] : [`lines of ${ofLines} in a subtotal of ${subtotal}`]),
  ];
}

/** Compares with the want itself, whatever a product's text made of it. */
function contentProblems(endpoint: RehearsedEndpoint, shopper: Shopper, { lines }: Sale): string[] {
  const open = [...lines];
  const missing = shopper.want.items.flatMap(({ words, quantity }, index) => {
    const picked = shopper.pick(index);
    const place = open.findIndex((line) => picked && isSame(endpoint, picked, line));
    const [line] = place === -1 ? [] : open.splice(place, 1);
    const pieces = Math.min(quantity, shopper.left);
    return line?.quantity === pieces ? [] : [`${line?.quantity ?? 0} of ${pieces} pieces of ${words}`];
  });
  return [...missing, ...open.map(({ title }) => `${title}, which was not wanted`)];
}

function shopProblems({ lines }: Sale, { control }: SimulatedShop): string[] {
  return lines.flatMap(({ id, title, price, quantity }) => {
    const variant = variantOf(
      control.products.filter(({ published }) => published).flatMap(({ variants }) => variants),
      id,
    );
    if (!variant) return [`${title}, which the shop does not sell`];
    if (!isAvailable(variant) || (variant.stock !== null && variant.stock < quantity))
      return [`${quantity} pieces of ${title} where the shop has ${variant.stock}`];
    const real = toMinorUnits(variant.price, control.settings.currency);
    return real === price ? [] : [`a price of ${price} for ${title} where the shop asks ${real}`];
  });
}

/** Finds a variant by the number at the end of its id. */
export function variantOf(variants: readonly ShopVariant[], id: string): ShopVariant | undefined {
  const number = /\d+$/.exec(id)?.[0];
  return variants.find((variant) => String(variant.id) === number);
}
