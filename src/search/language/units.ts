/** Units of measure by the words that shops write for them, folded. */
const UNITS: Record<string, string> = {
  in: 'inch inches zoll pouce pouces pulgada pulgadas pollice pollici duim polegada polegadas tum',
  ft: 'ft foot feet',
  mm: 'mm millimeter millimeters millimetre millimetres',
  cm: 'cm centimeter centimeters centimetre centimetres centimetro centimetros',
  m: 'm meter meters metre metres metro metros metri',
  km: 'km kilometer kilometers kilometre kilometres',
  ml: 'ml milliliter milliliters millilitre millilitres',
  cl: 'cl centiliter centilitre centilitres',
  l: 'l liter liters litre litres litro litros litri ltr',
  mg: 'mg milligram milligrams',
  g: 'g gr gram grams gramm gramme grammes gramos grammi gramas',
  kg: 'kg kilo kilos kilogram kilograms kilogramm kilogrammes',
  oz: 'oz ounce ounces',
  lb: 'lb lbs pound pounds',
  kb: 'kb kilobyte kilobytes',
  mb: 'mb megabyte megabytes',
  gb: 'gb gigabyte gigabytes go',
  tb: 'tb terabyte terabytes to',
  hz: 'hz hertz',
  khz: 'khz',
  mhz: 'mhz',
  ghz: 'ghz gigahertz',
  w: 'w watt watts',
  kw: 'kw kilowatt kilowatts',
  v: 'v volt volts',
  mah: 'mah',
  wh: 'wh',
  mp: 'mp megapixel megapixels',
  dpi: 'dpi',
  rpm: 'rpm',
  pack: 'pack packs pk pcs piece pieces stuck stk pieza piezas pezzi stuks pecas',
};

const BY_WORD = new Map(
  Object.entries(UNITS).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit] as const)),
);
/** Words that are a unit only when nothing separates them from the number: "4 in 1" names no inches. */
const ATTACHED_ONLY = new Map([
  ['in', 'in'],
  ['a', 'a'],
]);
/** Words of other meaning when they stand alone in some languages: French "go", English "to". */
const NEVER_DETACHED = new Set(['go', 'to']);

/** Returns the canonical unit that a folded word names, or undefined. */
export function getUnit(word: string, attached: boolean): string | undefined {
  if (attached) return BY_WORD.get(word) ?? ATTACHED_ONLY.get(word);
  return NEVER_DETACHED.has(word) ? undefined : BY_WORD.get(word);
}

const THOUSANDS = /^\d{1,3}(?:\.\d{3})+$/;

/** Returns a number as it is indexed: "1.000" is a thousand, "1.50" is "1.5". */
export function toCanonicalNumber(digits: string): string {
  if (THOUSANDS.test(digits)) return digits.replaceAll('.', '');
  if (!digits.includes('.')) return digits;
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, digits[end - 1] === '.' ? end - 1 : end);
}
