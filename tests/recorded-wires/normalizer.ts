/** Values that differ from run to run, each by its form alone; the first form that fits names the value. */
const FORMS = {
  uuid7: /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?![\da-f])/,
  uuid4: /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?![\da-f])/,
  address: /127\.0\.0\.1(?::|%3A)\d{4,5}/,
  /** Stands in ids of quotes as well. Signatures and hashes may begin like it. */
  cartToken:
    /(?<=\/cart\/c\/|\/Cart\/|ucp_cart=)[\w-]+|(?<![\w-])hW[\dA-Za-z]{10}(?:[\dA-Za-z]{22})?(?![\w+/=]|-(?![a-z]+\b))/,
  visitor: /(?<=wp_woocommerce_session_\w{1,60}=)t_[\da-f]{30}/,
  orderToken: /(?<=\/orders\/)co\w{32}(?=\/authenticate)|(?<=wc_order_)\w{13}/,
  signature: /(?<==:)[\w+/]{86}==(?=:)/,
  hex8: /(?<=ucp-host [\w.]+ \()[\da-f]{8}(?=\))/,
  basic: /(?<=: Basic )[\w+/=]+/,
  session: /(?<=ucp-host\.session_token=)[\w%.+/-]+/,
  domainProof: /(?<=ucp-host=)[\w-]{32}/,
  /** Row numbers, which each database gives on its own. */
  rankCursor: /(?<=rank-)[\w-]+/,
  device: /(?<=ucp-host\.device=)[\w-]{22}(?=\.)/,
  etag: /(?<=etag: (?:W\/)?"|if-none-match: (?:W\/)?")[\w-]{22}(?=")/,
  eventSecret: /(?<=whsec_)[\w+/]{43}=/,
  hmac: /(?<![\w+/])[\w+/]{43}=(?![\w+/=])/,
  hex64: /(?<![\da-f])[\da-f]{64}(?![\da-f])/,
  hex40: /(?<![\da-f])[\da-f]{40}(?![\da-f])/,
  hex32: /(?<![\da-f])[\da-f]{32}(?![\da-f])/,
  base64url43: /(?<=uch_|(?<![\w-]))(?!whsec_)[\w-]{43}(?![\w-])/,
} as const;

/** Amounts of time that a call took: the only numbers that are not compared. */
const DURATION = /(?<="duration_ms":)\d+(?:\.\d+)?/g;

/**
 * Replaces every varying value of a text by a placeholder that is numbered per distinct value, so that equality between two
 * places is still compared. `names` are values with a placeholder of their own, for example a port or a pairing code.
 */
export function normalize(text: string, names: ReadonlyMap<string, string>): string {
  const numbers = new Map<string, string>();
  const counts = new Map<string, number>();
  const placeholder = (form: string, value: string) => {
    const earlier = numbers.get(value);
    if (earlier !== undefined) return earlier;
    const count = (counts.get(form) ?? 0) + 1;
    counts.set(form, count);
    const placeholder = `<${form} ${count}>`;
    numbers.set(value, placeholder);
    return placeholder;
  };
  return replaceNames(text, names)
    .replace(DURATION, '<duration>')
    .replace(ANY_FORM, (value, ...rest) => {
      const groups = rest.at(-1) as Record<string, string | undefined>;
      const form = Object.keys(groups).find((name) => groups[name] !== undefined) ?? '';
      return placeholder(form, value);
    });
}

/** The text without its varying values, to order exchanges by that took place at the same time. */
export function withoutForms(text: string): string {
  return text.replace(DURATION, '').replace(ANY_FORM, '');
}

const ANY_FORM = new RegExp(
  Object.entries(FORMS)
    .map(([name, { source }]) => `(?<${name}>${source})`)
    .join('|'),
  'g',
);

/** Longest first: a name may be a part of another. */
function replaceNames(text: string, names: ReadonlyMap<string, string>): string {
  return [...names]
    .toSorted(([one], [other]) => other.length - one.length)
    .reduce((replaced, [value, name]) => replaced.replace(whole(value), `<${name}>`), text);
}

/** Digits alone might stand in a longer number or in an id. */
function whole(value: string): RegExp {
  return new RegExp(
    /^\d+$/.test(value) ? `(?<!\\w)${value}(?!\\w)` : value.replaceAll(/[^\w%-]/g, '\\$&'),
    'g',
  );
}
