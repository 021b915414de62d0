import type { FastifyReply } from 'fastify';
import type { Fault } from '../shop/types.ts';

const BUCKET = { maximumAvailable: 2000, restoreRate: 100 };

/** Cost of the Admin API; the Storefront API reports no more. */
export function adminCost(requestedQueryCost: number): Record<string, unknown> {
  const currentlyAvailable = BUCKET.maximumAvailable - requestedQueryCost;
  return {
    requestedQueryCost,
    actualQueryCost: requestedQueryCost,
    throttleStatus: { ...BUCKET, currentlyAvailable },
  };
}

const THROTTLED_COST = {
  requestedQueryCost: 112,
  actualQueryCost: null,
  throttleStatus: { ...BUCKET, currentlyAvailable: 12 },
};

/** Three disguises: 429, 430 (the second 429, with a page for a body) and a 200 that is an error. */
export function throttle(reply: FastifyReply, fault: Fault): FastifyReply {
  if (fault.variant === 'graphql') {
    const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }];
    return reply.code(200).send({ errors, extensions: { cost: THROTTLED_COST } });
  }
  if (fault.variant === '430') {
    return reply
      .code(430)
      .type('text/html')
      .send('<!doctype html><title>430</title><h1>Security Rejection</h1>');
  }
  return reply
    .code(429)
    .header('retry-after', '1.0')
    .send({ errors: 'Exceeded the rate limit. Try again later.' });
}
