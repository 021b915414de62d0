import { z } from 'zod';
import { createPayloadSchema, EVENT_DATA } from '../events/payloads.ts';
import { OFFICIAL_TAG } from './agents.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import type { ApiDescription, Operation } from './description.ts';
import { toCamel, toPascal } from './operation-ids.ts';

export function describeEventWebhooks(schemas: ComponentSchemas): ApiDescription['webhooks'] {
  const ofEndpoints = Object.entries(EVENT_DATA).map(([type, data]) => {
    const name = `${toPascal(toCamel(type.split('.')))}Event`;
    const schema = schemas.refer(createPayloadSchema(type, data), name, 'output');
    const operation = describeReceiver(schema, STANDARD, {
      operationId: `receive${name}`,
      summary: type,
      description: data.description ?? '',
      tags: ['events'],
      responses: { '2XX': { description: 'Accepted. Any other answer is repeated.' } },
    });
    return [type, { post: operation }];
  });
  return { ...Object.fromEntries(ofEndpoints), 'ucp.order': { post: describeOrderWebhook(schemas) } };
}

type Receiver = Pick<Operation, 'operationId' | 'summary' | 'description' | 'tags' | 'responses'>;

function describeReceiver(schema: object, headers: [string, string][], { responses, ...receiver }: Receiver) {
  return {
    ...receiver,
    security: [],
    parameters: headers.map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true as const, content: { 'application/json': { schema } } },
    responses,
  };
}

const ORDER = z
  .looseObject({ ucp: z.looseObject({ version: z.string() }), id: z.string() })
  .describe('The whole order, as in https://ucp.dev/{ucp.version}/schemas/shopping/order.json.');

/** The order event of official UCP, which an agent platform gets at the `webhook_url` of its profile. */
function describeOrderWebhook(schemas: ComponentSchemas): Operation {
  return describeReceiver(schemas.refer(ORDER, 'OrderEvent', 'output'), SIGNED, {
    operationId: 'receiveOrderEvent',
    summary: 'Order of official UCP',
    description:
      'For agent platforms: a change of an order, sent to the `webhook_url` of the order capability in the profile that the checkout named.',
    tags: [OFFICIAL_TAG],
    responses: {
      '2XX': { description: 'Accepted.' },
      '410': { description: 'No more of this event. Any other answer is repeated for four days.' },
    },
  });
}

const SIGNED: [string, string][] = [
  ['UCP-Agent', 'Profile of the store, which publishes the keys: `profile="https://…"`.'],
  ['Webhook-Id', 'Id of the event: the same in every attempt. `Idempotency-Key` has the same value.'],
  ['Webhook-Timestamp', 'Seconds since 1970 at which the order changed.'],
  ['Content-Digest', 'SHA-256 of the body (RFC 9530).'],
  ['Signature-Input', 'What is signed (RFC 9421): method, authority, path, query, and the headers above.'],
  ['Signature', 'Signature by the key `keyid` of the store’s profile.'],
];

/** Headers of Standard Webhooks. */
const STANDARD: [string, string][] = [
  ['webhook-id', 'Id of the event: the same in every attempt.'],
  ['webhook-timestamp', 'Seconds since 1970, of this attempt.'],
  ['webhook-signature', 'Signatures, `v1,` and base64, with spaces between.'],
];
