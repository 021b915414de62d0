import { decisionRows } from './decision-rows.ts';
import { edgeDecisionRows } from './edge-decision-rows.ts';
import { endpointRows } from './endpoint-rows.ts';
import { resourceRows } from './resource-rows.ts';
import type { Part } from './row.ts';
import { ruleRows } from './rule-rows.ts';
import { stateRows } from './state-rows.ts';

/** The contract, row by row, and what was decided where it leaves something open. */
export const parts: readonly Part[] = [
  ...resourceRows,
  ...stateRows,
  ...endpointRows,
  ...ruleRows,
  ...decisionRows,
  ...edgeDecisionRows,
];
