import { cartOperations } from './cart-operations.ts';
import { otherOperations } from './other-operations.ts';
import { sessionOperations } from './session-operations.ts';

/** Operations of a store, in the page's order. */
export const OPERATIONS = { ...otherOperations, ...sessionOperations, ...cartOperations };

export type OperationName = keyof typeof OPERATIONS;

export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];
