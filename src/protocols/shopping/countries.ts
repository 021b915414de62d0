import { countryCode } from '../../commerce/countries.ts';
import { asText, type ReadValue } from './arguments.ts';

/** Reads a country's English name as its ISO 3166-1 code. */
export const asCountry: ReadValue = (value, repaired) => {
  const text = asText(value, repaired);
  if (typeof text !== 'string') return text;
  const code = countryCode(text);
  if (code !== undefined && code !== text.toUpperCase()) repaired('name read as a country code');
  return code ?? text;
};
