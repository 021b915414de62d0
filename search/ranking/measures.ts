import type { Segment } from '../indexing/segment.ts';
import { findWord, NO_TERM, type Vocabulary } from '../indexing/vocabulary.ts';
import { getUnitFactors, getUnitWords } from '../language/units.ts';
import { getSideWords, type MeasureBound, SIDE_NAMES } from '../query/measure-bounds.ts';
import { getDocumentsHolding } from './holding.ts';

/** States of a product's text against a bound. */
const UNKNOWN = 0;
const WITHIN = 1;
const BEYOND = 2;

/** Words between the name of a side and its measure: "width: approx. 46 cm". */
const LABEL_REACH = 3;
/** Numbers of one measure: "80 x 28 x 106 cm". */
const MAX_NUMBERS = 4;

/** A bound in the terms of a vocabulary. */
interface PlannedBound {
  bound: MeasureBound;
  /** Units of its kind by their terms, and how many of its unit they are. */
  units: ReadonlyMap<number, number>;
  /** Terms for its side before a measure, and those behind one. */
  nouns: ReadonlySet<number>;
  adjectives: ReadonlySet<number>;
  /** Terms for any side before a measure. */
  allNouns: ReadonlySet<number>;
  /** Terms between the numbers of one measure. */
  joints: ReadonlySet<number>;
  /** Values of the numbers of the vocabulary by their terms. */
  numbers: ReadonlyMap<number, number>;
}

/** Words between the numbers of one measure: "80 x 28 cm". */
const JOINTS = ['x', 'by', 'to', 'bis'];

export function planBounds(vocabulary: Vocabulary, bounds: readonly MeasureBound[]): PlannedBound[] {
  if (bounds.length === 0) return [];
  const numbers = collectNumbers(vocabulary);
  const findTerms = (words: readonly string[]) => words.flatMap((word) => findWord(vocabulary, word) ?? []);
  return bounds.flatMap((bound) => {
    const factors = bound.isCount ? new Map([[bound.unit, 1]]) : getUnitFactors(bound.unit);
    const units = new Map(
      Array.from(factors).flatMap(([unit, factor]) =>
        findTerms(bound.isCount ? [unit] : [unit, ...getUnitWords(unit)]).map(
          (term) => [term, factor] as const,
        ),
      ),
    );
    const { side } = bound;
    const planned = {
      bound,
      units,
      nouns: new Set(side ? findTerms(getSideWords(side, 'nouns')) : []),
      adjectives: new Set(side ? findTerms(getSideWords(side, 'adjectives')) : []),
      allNouns: new Set(findTerms(SIDE_NAMES.flatMap((each) => getSideWords(each, 'nouns')))),
      joints: new Set(findTerms(JOINTS)),
      numbers,
    };
    return units.size > 0 ? [planned] : [];
  });
}

/** Numbers by their terms, collected when a query needs them; a vocabulary that has grown is read again. */
const NUMBERS = new WeakMap<Vocabulary, { size: number; numbers: ReadonlyMap<number, number> }>();

function collectNumbers(vocabulary: Vocabulary): ReadonlyMap<number, number> {
  const { terms } = vocabulary;
  const entry = NUMBERS.get(vocabulary);
  if (entry?.size === terms.size) return entry.numbers;
  const numbers = new Map<number, number>();
  for (const [text, term] of terms) if (/^\d{1,7}(?:\.\d{1,3})?$/.test(text)) numbers.set(term, Number(text));
  NUMBERS.set(vocabulary, { size: terms.size, numbers });
  return numbers;
}

export interface MeasuredDocuments {
  /** Passing documents without those whose texts say that they are beyond a bound. */
  passing: Readonly<Uint8Array>;
  /** 1 for a document whose text says that it is within all bounds; undefined without bounds. */
  confirmed?: Readonly<Uint8Array>;
}

/** Parts the documents of a segment by what their texts say about bounds. */
export function measureDocuments(
  segment: Segment,
  bounds: readonly PlannedBound[],
  passing: Readonly<Uint8Array>,
): MeasuredDocuments {
  if (bounds.length === 0) return { passing };
  const measured = { passing: passing.slice(), confirmed: new Uint8Array(passing.length).fill(1) };
  for (const planned of bounds) applyBound(segment, planned, measured);
  return measured;
}

function applyBound(
  segment: Segment,
  planned: PlannedBound,
  { passing, confirmed }: Record<'passing' | 'confirmed', Uint8Array>,
): void {
  const holding = getDocumentsHolding(segment, [...planned.units.keys()]);
  for (let document = 0; document < passing.length; document++) {
    const isStated = passing[document] === 1 && holding[document] === 1;
    const state = isStated ? computeState(segment, document, planned) : UNKNOWN;
    if (state === BEYOND) passing[document] = 0;
    if (state !== WITHIN) confirmed[document] = 0;
  }
}

/** Measures of the side that is asked for count alone where a text names it; without a side, any measure may be meant. */
function computeState(segment: Segment, document: number, planned: PlannedBound): number {
  const measures = readMeasures(segment, document, planned);
  const stateOf = (some: readonly ReadMeasure[]) => {
    if (some.length === 0) return UNKNOWN;
    return some.some(({ isWithin }) => isWithin) ? WITHIN : BEYOND;
  };
  if (!planned.bound.side) return stateOf(measures);
  const labeled = stateOf(measures.filter((measure) => measure.isLabeled));
  if (labeled !== UNKNOWN) return labeled;
  // A title gives the sides of a thing in many orders: none of them within the bound is beyond it.
  return stateOf(measures.filter(({ isTitle }) => isTitle)) === BEYOND ? BEYOND : UNKNOWN;
}

interface ReadMeasure {
  isWithin: boolean;
  /** Whether the text names the side that is asked for beside it. */
  isLabeled: boolean;
  isTitle: boolean;
}

/** Reads the measures of the bound's kind in a document's text. */
function readMeasures({ sequence, sequenceStarts }: Segment, document: number, planned: PlannedBound) {
  const text = sequence.subarray(sequenceStarts[document], sequenceStarts[document + 1]);
  const titleEnd = text.indexOf(NO_TERM);
  const measures: ReadMeasure[] = [];
  text.forEach((term, place) => {
    const factor = planned.units.get(term);
    const { values, begin } = factor === undefined ? NO_NUMBERS : readNumbers(text, place, planned);
    if (factor === undefined || values.length === 0) return;
    measures.push({
      isWithin: values.some((value) => isWithin(planned.bound, value * factor)),
      isLabeled: isLabeled(text, begin, place, planned),
      isTitle: place < titleEnd,
    });
  });
  return measures;
}

const NO_NUMBERS = { values: [], begin: 0 };

/** Reads the numbers before a unit: "63-74 cm", "80 x 28 x 106 cm". */
function readNumbers(text: Uint32Array, unit: number, { numbers, joints }: PlannedBound) {
  const values: number[] = [];
  let begin = unit;
  for (let place = unit - 1; place >= 0 && values.length < MAX_NUMBERS; place--) {
    const term = text[place] ?? NO_TERM;
    const value = numbers.get(term);
    if (value === undefined && !(values.length > 0 && joints.has(term))) break;
    if (value === undefined) continue;
    values.push(value);
    begin = place;
  }
  return { values, begin };
}

/** Returns whether the side is named before a measure, where the name of another one may stand, or behind it. */
function isLabeled(
  text: Uint32Array,
  begin: number,
  unit: number,
  { nouns, adjectives, allNouns }: PlannedBound,
): boolean {
  if (adjectives.has(text[unit + 1] ?? NO_TERM)) return true;
  // An attribute is indexed as its name and its value, two texts.
  const end = text[begin - 1] === NO_TERM ? begin - 1 : begin;
  const front = text.subarray(Math.max(0, end - LABEL_REACH), end);
  const noun = front.findLast((term) => term === NO_TERM || allNouns.has(term));
  return noun !== undefined && nouns.has(noun);
}

function isWithin({ min, max, isInclusive }: MeasureBound, value: number): boolean {
  const rounding = isInclusive ? 1e-6 : -1e-6;
  return (
    (min === undefined || value > min - rounding * Math.max(1, min)) &&
    (max === undefined || value < max + rounding * Math.max(1, max))
  );
}
