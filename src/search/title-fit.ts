import type { QueryPlan } from './plan-query.ts';
import { NO_TERM } from './vocabulary.ts';
import type { Segment } from './segment.ts';

/** Gains of neighbors in the order of the query and of a title without other words; loss of a title that names them as context. */
const ADJACENCY_GAIN = 0.2;
const FILL_GAIN = 0.2;
const CONTEXT_LOSS = 0.25;

/** Returns by what relevance is multiplied: more for a title with the query's words as neighbors or little else. */
export function titleFit(plan: QueryPlan, { sequence, sequenceStarts }: Segment, document: number): number {
  const from = sequenceStarts[document] ?? 0;
  const end = sequence.indexOf(NO_TERM, from);
  const title = sequence.subarray(from, end < 0 ? from : end);
  const concepts = Array.from(title, (term) => plan.conceptOfTerm.get(term) ?? -1);
  const matched = concepts.filter((concept) => concept >= 0).length;
  const neighbors = concepts.filter(
    (concept, place) => concept > 0 && concepts[place - 1] === concept - 1,
  ).length;
  const pairs = plan.concepts.length - 1;
  const adjacency = pairs > 0 ? Math.min(1, neighbors / pairs) : 0;
  const fit = 1 + ADJACENCY_GAIN * adjacency + (FILL_GAIN * matched) / Math.max(1, title.length);
  return matched > 0 && isContextOnly(plan, title, concepts) ? fit * (1 - CONTEXT_LOSS) : fit;
}

/** Returns whether the title names the query's words only behind "for" or "with": a case for a phone is no phone. */
function isContextOnly(
  { contextMarkers }: QueryPlan,
  title: Uint32Array,
  concepts: readonly number[],
): boolean {
  const marker = title.findIndex((term, place) => place > 0 && contextMarkers.has(term));
  return marker > 0 && concepts.slice(0, marker).every((concept) => concept < 0);
}
