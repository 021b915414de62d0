import { z } from 'zod';
import type { Operation } from './description.ts';
import { jsonSchema } from './json-schema.ts';

const ERROR = { $ref: '#/components/schemas/Error' };

const errorBody = z.object({
  error: z.string().describe('For a person or a model to act on.'),
  code: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** Body of every error. */
export const ERROR_SCHEMA = jsonSchema(errorBody, 'output');

const REFUSALS: Record<number, string> = {
  400: 'Something in the request is wrong; `details` names it',
  404: 'Unknown store, switched-off capability or unknown resource',
  409: 'The state or the stock does not allow it',
  413: 'The body exceeds 256 KiB',
  415: 'The body is not JSON',
  502: 'The store platform answered with an error',
  503: 'The store platform is down or throttling; see Retry-After',
  504: 'The store platform was too slow',
};

/** `description` replaces the one for agents. */
export function refusal(status: number, words = REFUSALS[status]): Operation['responses'][string] {
  return { description: words ?? 'Refused', content: { 'application/json': { schema: ERROR } } };
}
