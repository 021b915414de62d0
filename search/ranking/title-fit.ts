import { getFirstPosting, getPostingDocument, getPostingsRange, type Segment } from '../indexing/segment.ts';
import { NO_TERM } from '../indexing/vocabulary.ts';
import type { QueryPlan } from '../query/plan-query.ts';

/**
 * Gains of neighbors in the order of the query and of a title without other words; losses of a title that names them as context,
 * or the accessory of a thing.
 */
const ADJACENCY_GAIN = 0.2;
const FILL_GAIN = 0.2;
const CONTEXT_LOSS = 0.25;
const ACCESSORY_LOSS = 0.1;
/** Share of its relevance that a product keeps which lacks the noun that a sentence asks for. */
const HEADLESS_SHARE = 0.3;
/** Words between which a noun describes the other: "mouse wrist pad". */
const NOUN_DISTANCE = 2;

const NO_CONCEPT = -1;

/**
 * Returns by what relevance is multiplied: more for a title with the query's words as neighbors or little else, less for a product
 * without the noun that is asked for.
 */
export function computeTitleFit(plan: QueryPlan, segment: Segment, document: number): number {
  const title = getTitle(segment, document);
  const concepts = Array.from(title, (term) => plan.conceptOfTerm.get(term) ?? NO_CONCEPT);
  const matched = concepts.filter((concept) => concept >= 0).length;
  const neighbors = concepts.filter(
    (concept, place) => concept > 0 && concepts[place - 1] === concept - 1,
  ).length;
  const pairs = plan.concepts.length - 1;
  const adjacency = pairs > 0 ? Math.min(1, neighbors / pairs) : 0;
  const fit = 1 + ADJACENCY_GAIN * adjacency + (FILL_GAIN * matched) / Math.max(1, title.length);
  const share = hasHead(plan, segment, document) ? fit : fit * HEADLESS_SHARE;
  return matched === 0 ? share : share * (1 - computeLoss(plan, title, concepts));
}

function hasHead({ head }: QueryPlan, segment: Segment, document: number): boolean {
  return (
    head.length === 0 ||
    head.some((term) => {
      const { from, to } = getPostingsRange(segment, term);
      const place = getFirstPosting(segment.postings, from, to, document);
      return place < to && getPostingDocument(segment.postings[place] ?? 0) === document;
    })
  );
}

function getTitle({ sequence, sequenceStarts }: Segment, document: number): Uint32Array {
  const from = sequenceStarts[document] ?? 0;
  let to = from;
  while (to < (sequenceStarts[document + 1] ?? 0) && sequence[to] !== NO_TERM) to += 1;
  return sequence.subarray(from, to);
}

function computeLoss(plan: QueryPlan, title: Uint32Array, concepts: readonly number[]): number {
  const marker = title.findIndex((term, place) => place > 0 && plan.contextMarkers.has(term));
  const nameConcepts = marker < 0 ? concepts : concepts.slice(0, marker);
  if (nameConcepts.every((concept) => concept < 0)) return CONTEXT_LOSS;
  if (isJoined(plan, title)) return CONTEXT_LOSS;
  return isAccessory(plan, title, nameConcepts) ? ACCESSORY_LOSS : 0;
}

/** Returns whether the noun that is asked for only comes with the thing: stools of "Bar table and 4 bar stools". */
function isJoined({ joiners, head }: QueryPlan, title: Uint32Array): boolean {
  if (head.length === 0 || joiners.size === 0) return false;
  const joiner = title.findIndex((term, place) => place > 0 && joiners.has(term));
  const places = Array.from(title).flatMap((term, place) => (head.includes(term) ? [place] : []));
  return joiner >= 0 && places.length > 0 && places.every((place) => place > joiner);
}

/** Returns whether the title names an accessory of what the query asks for: a cover for a keyboard is no keyboard. */
function isAccessory(
  { accessories, isNounFirst }: QueryPlan,
  title: Uint32Array,
  concepts: readonly number[],
): boolean {
  const isNamingThing = (from: number, to: number) =>
    concepts.slice(Math.max(0, from), Math.max(0, to)).some((concept) => concept >= 0);
  return concepts.some((_, place) => {
    if (!accessories.has(title[place] ?? NO_TERM)) return false;
    const isBefore = isNamingThing(place - NOUN_DISTANCE, place);
    const isBehind = isNamingThing(place + 1, place + 1 + NOUN_DISTANCE);
    return isNounFirst ? isBehind && !isBefore : isBefore && !isBehind;
  });
}
