import { MAX_PIECES } from '../../../operations/cart/requested-lines.ts';
import { LIMITS } from '../../request-members.ts';
import { createMalformedError } from './permalink-errors.ts';

/** Item of a link; `id` is a catalog's GID, the store platform's number or a product URL. */
export interface LinkedItem {
  id: string;
  quantity: number;
}

const RAW = /^[A-Za-z0-9._-]+$/;
const ENCODED = /^~[A-Za-z0-9_-]+$/;
const QUANTITY = /^[1-9]\d*$/;

/** Returns the identifier of a token (specification: Item ID Token); undefined for an invalid one. */
export function decodeItemToken(token: string): string | undefined {
  if (RAW.test(token)) return token.length <= LIMITS.idLength ? token : undefined;
  if (!ENCODED.test(token)) return undefined;
  const encoded = token.slice(1);
  const bytes = Buffer.from(encoded, 'base64url');
  // Refuses set spare bits and a lone last character, by which one identifier would have several tokens.
  if (bytes.toString('base64url') !== encoded) return undefined;
  const id = decodeUtf8(bytes);
  return id === undefined || id.length > LIMITS.idLength || /\p{Cc}/u.test(id) ? undefined : id;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads the items of a path, `sku_123:2,~Z2lk…:1`. Throws `malformed_permalink` that names the invalid item. */
export function readItems(path: string): LinkedItem[] {
  const pairs = path.split(',');
  if (pairs.length > LIMITS.lines) throw createMalformedError(`A link holds at most ${LIMITS.lines} items.`);
  return pairs.map((pair, index) => {
    const [token = '', quantity, ...more] = pair.split(':');
    const id = more.length === 0 ? decodeItemToken(token) : undefined;
    if (id === undefined)
      throw createMalformedError(
        `Item ${index + 1} must be an identifier of A–Z, a–z, 0–9, ".", "_" and "-", or "~" and its base64url without padding, then ":" and a quantity.`,
      );
    return { id, quantity: readQuantity(quantity, `Item ${index + 1}`) };
  });
}

/** Throws `malformed_permalink` for zero, leading zeros, signs and quantities above the maximum. */
export function readQuantity(text: string | undefined, of: string): number {
  const quantity = text !== undefined && QUANTITY.test(text) ? Number(text) : 0;
  if (quantity >= 1 && quantity <= MAX_PIECES) return quantity;
  throw createMalformedError(`${of} must have a quantity from 1 to ${MAX_PIECES}, without leading zeros.`);
}
