import { createPayloadSchema, EVENT_DATA } from '../events/payloads.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import type { ApiDescription } from './description.ts';
import { toCamel, toPascal } from './operation-ids.ts';

/** Describes the events that merchants' endpoints get, by their type. */
export function describeEventWebhooks(schemas: ComponentSchemas): ApiDescription['webhooks'] {
  return Object.fromEntries(
    Object.entries(EVENT_DATA).map(([type, data]) => {
      const name = `${toPascal(toCamel(type.split('.')))}Event`;
      const schema = schemas.refer(createPayloadSchema(type, data), name, 'output');
      const operation = {
        operationId: `receive${name}`,
        summary: type,
        description: data.description ?? '',
        tags: ['events'],
        security: [],
        parameters: HEADERS,
        requestBody: { required: true as const, content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'Accepted. Any other answer is repeated.' } },
      };
      return [type, { post: operation }];
    }),
  );
}

/** Headers of Standard Webhooks. */
const HEADERS = [
  ['webhook-id', 'Id of the event: the same in every attempt.'],
  ['webhook-timestamp', 'Seconds since 1970, of this attempt.'],
  ['webhook-signature', 'Signatures, `v1,` and base64, with spaces between.'],
].map(([name = '', description = '']) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));
