import type { AdminOperations, StorefrontOperations } from './operations.ts';

export type ApiName = 'Admin' | 'Storefront';

/** GraphQL text of one operation. */
export interface Document<Api extends ApiName, Operation> {
  api: Api;
  name: string;
  text: string;
  /** Never set: carries the types of the variables and the answer. */
  operation?: Operation;
}

export function adminDocument<Name extends keyof AdminOperations>(
  name: Name,
  text: string,
): Document<'Admin', AdminOperations[Name]> {
  return { api: 'Admin', name, text };
}

export function storefrontDocument<Name extends keyof StorefrontOperations>(
  name: Name,
  text: string,
): Document<'Storefront', StorefrontOperations[Name]> {
  return { api: 'Storefront', name, text };
}
