import { getFields } from '../indexing/fields.ts';
import { getPostingCounts, getPostingDocument, getPostingsRange, type Segment } from '../indexing/segment.ts';
import { NO_TERM } from '../indexing/vocabulary.ts';
import type { Exclusion, Negations } from '../query/plan-exclusions.ts';
import type { QueryPlan } from '../query/plan-query.ts';

/** Words between a negation and what it negates: "without any added sugar". */
const NEGATION_REACH = 3;

/** Returns the passing documents that hold no excluded term; does not write into `passing`. */
export function withoutExcluded(
  segment: Segment,
  { exclusions, negations }: Pick<QueryPlan, 'exclusions' | 'negations'>,
  passing: Readonly<Uint8Array>,
): Readonly<Uint8Array> {
  if (!negations) return passing;
  const left = passing.slice();
  for (const exclusion of exclusions)
    for (const document of getExcludedDocuments(segment, exclusion, negations)) left[document] = 0;
  return left;
}

/** Documents that hold a term of each word. */
function getExcludedDocuments(
  segment: Segment,
  { words }: Exclusion,
  negations: Negations,
): Iterable<number> {
  const [first = [], ...others] = words.map((terms) =>
    terms.flatMap((term) => getDocumentsWith(segment, term, negations)),
  );
  const sets = others.map((documents) => new Set(documents));
  return first.filter((document) => sets.every((set) => set.has(document)));
}

/**
 * Documents with a term. The name of an option does not count, since other options may be bought, nor does a text that says that
 * the product lacks it.
 */
function getDocumentsWith(segment: Segment, term: number, negations: Negations): number[] {
  const { from, to } = getPostingsRange(segment, term);
  return Array.from(segment.postings.subarray(from, to)).flatMap((posting) => {
    const document = getPostingDocument(posting);
    const isHeld = getFields(getPostingCounts(posting)).some((field) => field !== 'options');
    return isHeld && !isNegated(segment, document, term, negations) ? [document] : [];
  });
}

function isNegated(
  { sequence, sequenceStarts }: Segment,
  document: number,
  term: number,
  { before, behind }: Negations,
): boolean {
  const text = sequence.subarray(sequenceStarts[document], sequenceStarts[document + 1]);
  return text.some((each, place) => {
    if (each !== term) return false;
    const front = text.subarray(Math.max(0, place - NEGATION_REACH), place);
    const ofField = front.subarray(front.lastIndexOf(NO_TERM) + 1);
    return (
      behind.has(text[place + 1] ?? NO_TERM) || ofField.some((word) => before.has(word) || behind.has(word))
    );
  });
}
