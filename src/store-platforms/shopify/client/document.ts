import type { z } from 'zod';
import {
  type AdminVariables,
  adminAnswers,
  type StorefrontVariables,
  storefrontAnswers,
} from './operations.generated.ts';

export type ApiName = 'Admin' | 'Storefront';

/** Reads may be shared and retried, repeatable writes only retried. */
type Effect = 'read' | 'repeatable_write' | 'write';

export interface Document<Api extends ApiName, Variables, Answer extends z.ZodType> {
  api: Api;
  name: string;
  effect: Effect;
  text: string;
  answer: Answer;
  /** Never set: carries the type of the variables. */
  variables?: Variables;
}

type Tag<Tagged> = (text: TemplateStringsArray, ...fragments: string[]) => Tagged;

export function createAdminDocument<Name extends keyof AdminVariables>(
  name: Name,
  effect: Effect,
): Tag<Document<'Admin', AdminVariables[Name], (typeof adminAnswers)[Name]>> {
  const document = { api: 'Admin', name, effect, answer: adminAnswers[name] } as const;
  return (...parts) => ({ ...document, text: String.raw(...parts) });
}

export function createStorefrontDocument<Name extends keyof StorefrontVariables>(
  name: Name,
  effect: Effect,
): Tag<Document<'Storefront', StorefrontVariables[Name], (typeof storefrontAnswers)[Name]>> {
  const document = { api: 'Storefront', name, effect, answer: storefrontAnswers[name] } as const;
  return (...parts) => ({ ...document, text: String.raw(...parts) });
}
