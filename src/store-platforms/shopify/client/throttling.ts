import { z } from 'zod';
import { parseShopJson } from '../../parse-shop-json.ts';
import { readShape } from '../../read-shape.ts';
import type { UpstreamResponse } from '../../transport/upstream.ts';

const DEFAULT_WAIT_SECONDS = 2;
const MAX_BELIEVED_WAIT_SECONDS = 60;

const throttled = z.object({
  errors: z.union([
    z.string(),
    z.array(
      z.object({
        message: z.string().optional(),
        extensions: z.object({ code: z.string() }).partial().nullish(),
      }),
    ),
  ]),
  extensions: z
    .object({
      cost: z.object({
        requestedQueryCost: z.number(),
        throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
      }),
    })
    .nullish()
    .catch(undefined),
});

/** Detects throttling sent as HTTP 200 with an error; returns seconds to wait, or undefined. */
export function detectThrottling(response: UpstreamResponse): number | undefined {
  if (response.status !== 200 || !/throttled/i.test(response.text)) return undefined;
  const body = readShape(throttled, parseShopJson(response.text)).data;
  if (!body || !isThrottled(body.errors)) return undefined;
  const cost = body.extensions?.cost;
  if (!cost) return DEFAULT_WAIT_SECONDS;
  const missing = cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable;
  const seconds = Math.ceil(missing / cost.throttleStatus.restoreRate);
  return Math.min(MAX_BELIEVED_WAIT_SECONDS, Math.max(1, seconds));
}

function isThrottled(errors: z.output<typeof throttled>['errors']): boolean {
  if (typeof errors === 'string') return /^throttled/i.test(errors);
  return errors.some(
    ({ message, extensions }) => extensions?.code === 'THROTTLED' || /^throttled/i.test(message ?? ''),
  );
}
