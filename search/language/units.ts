/** Units of measure by the words that shops write for them, folded. */
const UNITS: Record<string, string> = {
  in: 'inch inches zoll pouce pouces pulgada pulgadas pollice pollici duim polegada polegadas tum',
  ft: 'ft foot feet',
  mm: 'mm millimeter millimeters millimetre millimetres',
  cm: 'cm centimeter centimeters centimetre centimetres centimetro centimetros',
  yd: 'yd yard yards',
  m: 'm meter meters metre metres metro metros metri',
  km: 'km kilometer kilometers kilometre kilometres',
  ml: 'ml milliliter milliliters millilitre millilitres',
  cl: 'cl centiliter centilitre centilitres',
  l: 'l liter liters litre litres litro litros litri ltr',
  dl: 'dl deciliter deciliters decilitre decilitres',
  gal: 'gal gallon gallons',
  mg: 'mg milligram milligrams',
  g: 'g gr gram grams gramm gramme grammes gramos grammi gramas',
  kg: 'kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes chilo quilo quilos',
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
/** Units of one kind by how many of the smallest one they are. */
const KINDS: readonly Readonly<Record<string, number>>[] = [
  { mm: 1, cm: 10, in: 25.4, ft: 304.8, yd: 914.4, m: 1_000, km: 1_000_000 },
  { ml: 1, cl: 10, dl: 100, l: 1_000, gal: 3_785.4 },
  { mg: 1, g: 1_000, oz: 28_349.5, lb: 453_592, kg: 1_000_000 },
  { kb: 1, mb: 1_000, gb: 1_000_000, tb: 1_000_000_000 },
  { hz: 1, khz: 1_000, mhz: 1_000_000, ghz: 1_000_000_000 },
  { w: 1, kw: 1_000 },
];

/** Returns how many of the given unit each unit of its kind is, itself among them. */
export function getUnitFactors(unit: string): ReadonlyMap<string, number> {
  const kind = KINDS.find((each) => unit in each) ?? { [unit]: 1 };
  return new Map(Object.entries(kind).map(([each, factor]) => [each, factor / (kind[unit] ?? 1)]));
}

/** Returns the words for a canonical unit. */
export function getUnitWords(unit: string): readonly string[] {
  return (UNITS[unit] ?? unit).split(' ');
}

/** Pattern for all words that stand for a unit apart from its number, the longest first. */
export const UNIT_WORDS = Object.values(UNITS)
  .flatMap((words) => words.split(' '))
  .filter((word) => !['go', 'to'].includes(word))
  .sort((one, other) => other.length - one.length)
  .join('|');

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
