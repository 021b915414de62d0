import { isCountry } from '../../commerce/countries.ts';
import { asText, type ReadValue } from './arguments.ts';

const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Common names that Intl does not give. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
};

let codes: Map<string, string> | undefined;

/** Codes by lower-case English name, made on first use. */
function codesByName(): Map<string, string> {
  codes ??= new Map([...Object.entries(OTHER_NAMES), ...namedCodes()]);
  return codes;
}

function namedCodes(): [string, string][] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter(isCountry)
    .map((code) => [(NAMES.of(code) ?? code).toLowerCase(), code]);
}

/** Reads a country's English name as its ISO 3166-1 code. */
export const asCountry: ReadValue = (value, repaired) => {
  const text = asText(value, repaired);
  if (typeof text !== 'string') return text;
  const upper = text.toUpperCase();
  if (isCountry(upper)) return upper;
  const code = codesByName().get(text.toLowerCase());
  if (code !== undefined) repaired('name read as a country code');
  return code ?? text;
};
