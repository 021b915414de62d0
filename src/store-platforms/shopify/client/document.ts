import type { z } from 'zod';
import {
  type AdminVariables,
  adminAnswers,
  type StorefrontVariables,
  storefrontAnswers,
} from './operations.generated.ts';

export type ApiName = 'Admin' | 'Storefront';

/** GraphQL text of one operation. */
export interface Document<Api extends ApiName, Variables, Answer extends z.ZodType> {
  api: Api;
  name: string;
  text: string;
  /** Schema of `data`. */
  answer: Answer;
  /** Never set: carries the type of the variables. */
  variables?: Variables;
}

export function adminDocument<Name extends keyof AdminVariables>(
  name: Name,
  text: string,
): Document<'Admin', AdminVariables[Name], (typeof adminAnswers)[Name]> {
  return { api: 'Admin', name, text, answer: adminAnswers[name] };
}

export function storefrontDocument<Name extends keyof StorefrontVariables>(
  name: Name,
  text: string,
): Document<'Storefront', StorefrontVariables[Name], (typeof storefrontAnswers)[Name]> {
  return { api: 'Storefront', name, text, answer: storefrontAnswers[name] };
}
