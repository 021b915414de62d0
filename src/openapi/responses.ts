import { z } from 'zod';
import { ERROR_CODES } from '../protocols/error-codes.ts';
import { toJsonSchema } from './component-schemas.ts';
import type { Response } from './description.ts';

const explanation = z
  .string()
  .describe('Explanation for a person or a language model: what is wrong, and what would be right.');

const errorBody = z.object({
  error: explanation,
  code: z.string(),
  details: z
    .array(
      z.object({
        path: z.string().describe('Path of the wrong member, such as line_items.0.quantity.'),
        message: z.string(),
      }),
    )
    .optional(),
});

const ucpErrorBody = z.object({
  code: z.string(),
  content: explanation,
  messages: z.array(
    z.object({
      type: z.literal('error'),
      code: z.string(),
      content: z.string(),
      severity: z.string(),
      path: z.string().optional().describe('JSONPath of the member that is wrong.'),
    }),
  ),
  error: z.string().describe('Same as `content`.'),
  continue_url: z.url().optional(),
});

const { properties, ...error } = toJsonSchema(errorBody, 'output') as { properties: object };

export const ERROR_SCHEMAS = {
  ErrorCode: { type: 'string', enum: ERROR_CODES.map(({ code }) => code) },
  Error: { ...error, properties: { ...properties, code: { $ref: '#/components/schemas/ErrorCode' } } },
  UcpError: toJsonSchema(ucpErrorBody, 'output'),
};

const DESCRIPTIONS: Record<number, string> = {
  400: 'The request is wrong; `details` names each member',
  404: 'Unknown store, switched-off capability or unknown resource',
  409: 'The state or the stock does not allow it',
  413: 'The body exceeds 256 KiB',
  415: 'The body is not JSON',
  429: 'A rate limit is reached; see Retry-After',
  502: 'The store platform answered with an error',
  503: 'The store platform is down or throttling; see Retry-After',
  504: 'The store platform was too slow',
};

export type ErrorSchema = 'Error' | 'UcpError';

interface Refusals {
  schema?: ErrorSchema;
  descriptions?: Record<number, string>;
  isLimited?: boolean;
}

/** Responses by status; `descriptions` replace those for agents. */
export function describeRefusals(
  statuses: readonly number[],
  { schema = 'Error', descriptions = {}, isLimited = false }: Refusals = {},
): Record<string, Response> {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
  return Object.fromEntries(
    statuses.map((status) => {
      const headers = {
        ...(isLimited ? RATE_LIMIT_HEADERS : {}),
        ...(status === 429 || status === 503 ? RETRY_AFTER : {}),
      };
      const description = descriptions[status] ?? DESCRIPTIONS[status] ?? 'Refused';
      return [status, { description, ...(Object.keys(headers).length > 0 ? { headers } : {}), content }];
    }),
  );
}

export const HEADERS = {
  RateLimitPolicy: {
    description: 'The quota that is nearest to exhaustion: `q` requests in `w` seconds.',
    schema: { type: 'string' },
    example: '"agent-read";q=600;w=60',
  },
  RateLimit: {
    description: 'Requests left of that quota (`r`), and the seconds until it is full again (`t`).',
    schema: { type: 'string' },
    example: '"agent-read";r=599;t=42',
  },
  RetryAfter: {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
};

/** Present unless the operator has switched rate limits off. */
export const RATE_LIMIT_HEADERS = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
