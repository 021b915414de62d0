import { toWebAddress } from '../text/web-address.ts';

export interface Brand {
  logo?: string;
  /** `#rrggbb`, in lower case. */
  color?: string;
}

/** Reads a logo and a color as platforms write them; undefined when neither can be used. */
export function toBrand(logo: unknown, color: unknown): Brand | undefined {
  const brand = { ...readLogo(logo), ...readColor(color) };
  return Object.keys(brand).length > 0 ? brand : undefined;
}

function readLogo(text: unknown): Pick<Brand, 'logo'> {
  const logo = typeof text === 'string' ? toWebAddress(text) : null;
  return logo === null ? {} : { logo };
}

function readColor(text: unknown): Pick<Brand, 'color'> {
  if (typeof text !== 'string' || !/^#(?:[\da-f]{3}){1,2}$/i.test(text)) return {};
  const long = text.length === 4 ? text.replaceAll(/[\da-f]/gi, '$&$&') : text;
  return { color: long.toLowerCase() };
}
