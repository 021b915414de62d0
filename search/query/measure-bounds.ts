import { getUnit, UNIT_WORDS } from '../language/units.ts';

/** Side of a thing that a measure is of. */
type Side = 'width' | 'height' | 'depth' | 'length';

/** Bound of a measure or of a number of things: "wider than two metres", "at least six drawers". */
export interface MeasureBound {
  /** Canonical unit, or the noun that is counted. */
  unit: string;
  isCount: boolean;
  min?: number;
  max?: number;
  /** Whether a product of exactly that much is within. */
  isInclusive: boolean;
  side?: Side;
  text: string;
}

/** Words of each side, folded: nouns before its measure, adjectives behind it, comparatives for more and for less of it. */
const SIDES: Readonly<Record<Side, { nouns: string; adjectives: string; more: string; less: string }>> = {
  width: {
    nouns: 'width breite largeur anchura larghezza breedte largura bredd',
    adjectives: 'wide breit large ancho largo breed bred',
    more: 'wider broader breiter',
    less: 'narrower slimmer schmaler',
  },
  height: {
    nouns: 'height hohe hauteur altura altezza hoogte hojd',
    adjectives: 'high tall hoch haut alto hoog hog',
    more: 'taller higher höher hoher',
    less: 'lower niedriger',
  },
  depth: {
    nouns: 'depth tiefe profondeur profundidad profondita profundidade diepte djup',
    adjectives: 'deep tief profond profondo diep',
    more: 'deeper tiefer',
    less: 'shallower',
  },
  length: {
    nouns: 'length lange longueur longitud lunghezza comprimento lengte langd',
    adjectives: 'long lang lungo comprido',
    more: 'longer länger langer',
    less: 'shorter kürzer kurzer',
  },
};
export const SIDE_NAMES = Object.keys(SIDES) as Side[];

/** Returns the words for a side before its measure, or those behind it. */
export function getSideWords(side: Side, kind: 'nouns' | 'adjectives'): readonly string[] {
  return SIDES[side][kind].split(' ');
}

const toAlternatives = (words: string) => words.replaceAll(' ', '|');
const joinSides = (kind: keyof (typeof SIDES)[Side]) =>
  SIDE_NAMES.map((side) => toAlternatives(SIDES[side][kind])).join('|');
const THAN = '(?:than|als|que|de|di|dan|do que|än)';
const NOT = String.raw`(?:not?|nothing|never|\p{L}+n['’]?t|nicht|nichts|pas|kein|keine|niet|não|inte)(?:\s+(?:be|any|weigh|weighing|hold|holding|measure))*`;
const MORE = `(?:(?:${joinSides('more')}|more|greater|bigger|larger|heavier|thicker|stronger|mehr|grosser|schwerer|plus|mas|más|piu|più|meer|mais|mer) ${THAN}|over|above|beyond|exceeding|uber|über|boven|över)`;
const LESS = `(?:(?:${joinSides('less')}|less|fewer|smaller|lighter|thinner|weniger|kleiner|leichter|moins|menos|meno|minder|mindre) ${THAN}|under|below|unter|onder)`;
const MIN_BEFORE =
  '(?:at least|a minimum of|minimum|min|no less than|from|mindestens|ab|au moins|al menos|almeno|minstens|pelo menos|minst)';
const MAX_BEFORE =
  '(?:at most|at the most|a maximum of|maximum(?: of)?|max|up to|höchstens|hochstens|maximal|bis zu|au plus|como máximo|al massimo|hooguit|no máximo|högst)';
const ORS = '(?:or|oder|ou|o|of|eller)';
const MORE_BEHIND = `(?:${ORS} (?:more|bigger|larger|heavier|above|over|up|mehr|plus|más|più|meer|mais|mer|${joinSides('more')})|and (?:up|above|over)|at least|minimum)`;
const LESS_BEHIND = `(?:${ORS} (?:less|smaller|lighter|below|under|weniger|moins|menos|meno|minder|mindre|${joinSides('less')})|at (?:the )?most|max(?:imum)?)`;

const NUMBER = String.raw`(?<value>\d{1,7}(?:[.,]\d{1,3})?)`;
const UNIT = String.raw`(?<unit>${UNIT_WORDS})(?![\p{L}\p{N}])`;
const SIDE = `(?:${joinSides('nouns')}|${joinSides('adjectives')})`;
const SIDE_BEFORE = String.raw`(?:(?:in |a |with |the ){0,3}(?<sideBefore>${SIDE})(?: of| is|:)?\s+(?:is )?)?`;
const SIDE_BEHIND = String.raw`(?:\s+(?:in )?(?<sideBehind>${SIDE})(?!\p{L}))?`;
const NOUN = String.raw`(?:(?!${SIDE}(?!\p{L}))(?<noun>\p{L}{3,}))`;
const BEGINS = String.raw`(?<![\p{L}\p{N}])`;
const ENDS = String.raw`(?![\p{L}\p{N}])`;

const COMPARISON = String.raw`(?:(?<notMore>${NOT}\s+${MORE})|(?<notLess>${NOT}\s+${LESS})|(?<more>${MORE})|(?<less>${LESS})|(?<atLeast>${MIN_BEFORE})|(?<atMost>${MAX_BEFORE}))`;
const BEFORE = new RegExp(
  String.raw`${BEGINS}${SIDE_BEFORE}${COMPARISON}\s+${NUMBER}[\s-]?(?:${UNIT}|${NOUN})${SIDE_BEHIND}`,
  'giu',
);
const BEHIND = new RegExp(
  String.raw`${BEGINS}${SIDE_BEFORE}${NUMBER}[\s-]?${UNIT}${SIDE_BEHIND}\s+(?:(?<atLeast>${MORE_BEHIND})|(?<atMost>${LESS_BEHIND}))${ENDS}`,
  'giu',
);
const RANGE = new RegExp(
  String.raw`${BEGINS}${SIDE_BEFORE}(?:between|from|zwischen|von|entre|de|tra|fra|da|tussen|van|mellan|från)\s+(?<low>\d{1,7}(?:[.,]\d{1,3})?)[\s-]?(?:${UNIT_WORDS})?\s?(?:and|to|und|bis|et|à|y|a|e|en|tot|och|till|-)\s?${NUMBER}[\s-]?${UNIT}${SIDE_BEHIND}`,
  'giu',
);

/** Returns the bounds of measures in a text of digits, and the text without them. */
export function readMeasureBounds(text: string): { bounds: MeasureBound[]; rest: string } {
  const bounds: MeasureBound[] = [];
  if (!/\d/.test(text)) return { bounds, rest: text };
  let rest = text;
  for (const pattern of [RANGE, BEHIND, BEFORE])
    rest = rest.replace(pattern, (phrase, ...args) => {
      const groups = args.at(-1) as Record<string, string | undefined>;
      const bound = toBound(phrase, groups);
      if (!bound) return phrase;
      bounds.push(bound);
      return bound.isCount ? ` ${groups.noun} ` : ' ';
    });
  return { bounds, rest };
}

function toBound(phrase: string, groups: Record<string, string | undefined>): MeasureBound | undefined {
  const { value = '', unit: unitWord, noun } = groups;
  const unit = unitWord === undefined ? noun : getUnit(unitWord.toLowerCase(), false);
  if (unit === undefined) return undefined;
  const { notMore, notLess, more, less, atLeast } = groups;
  const number = Number(value.replace(',', '.'));
  const low = groups.low === undefined ? undefined : Number(groups.low.replace(',', '.'));
  const isLeast = [notLess, more, atLeast].some((group) => group !== undefined);
  const side = readSide(groups, phrase);
  return {
    unit: unit.toLowerCase(),
    isCount: unitWord === undefined,
    ...(isLeast ? { min: number } : { max: number }),
    ...(low === undefined ? {} : { min: low }),
    isInclusive: (more ?? less) === undefined || notMore !== undefined,
    ...(side && unitWord !== undefined ? { side } : {}),
    text: phrase.trim(),
  };
}

function readSide(
  { sideBefore, sideBehind }: Record<string, string | undefined>,
  phrase: string,
): Side | undefined {
  const word = (sideBehind ?? sideBefore)?.toLowerCase();
  const words = new Set(phrase.toLowerCase().split(/[^\p{L}]+/u));
  return SIDE_NAMES.find((side) => {
    const { nouns, adjectives, more, less } = SIDES[side];
    if (word !== undefined) return `${nouns} ${adjectives}`.split(' ').includes(word);
    return `${more} ${less}`.split(' ').some((each) => words.has(each));
  });
}
