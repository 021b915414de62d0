import type { FastifyRequest } from 'fastify';
import type { MerchantContext, Visit } from '../../merchant/visit.ts';
import { readJsonObject } from './json-body.ts';

/** Route of an endpoint such as `PUT /stores/{slug}`. */
export function routeOf(route: string, prefix = ''): { method: string; url: string } {
  const [method = '', path = ''] = route.split(' ');
  return { method, url: prefix + path.replaceAll(/\{(\w+)\}/g, ':$1') };
}

export function visitOf(request: FastifyRequest, context: MerchantContext): Visit {
  return {
    context,
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    headers: request.headers,
  };
}

/** Reads the JSON body; an absent one is an empty object. */
export function readOptionalJson(request: FastifyRequest): Record<string, unknown> {
  const isEmpty = !(request.body instanceof Buffer) || request.body.length === 0;
  return isEmpty ? {} : readJsonObject(request);
}
