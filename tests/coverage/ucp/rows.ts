import type { Part } from '../contract/row.ts';
import { clientRows } from './client-rows.ts';
import { discoveryRows } from './discovery-rows.ts';
import { operationRows } from './operation-rows.ts';
import { trustRows } from './trust-rows.ts';

/** What is claimed of the official protocol, requirement by requirement. */
export const parts: readonly Part[] = [...discoveryRows, ...operationRows, ...trustRows, ...clientRows];
