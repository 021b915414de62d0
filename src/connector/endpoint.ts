import type { z } from 'zod';
import type { Visit } from '../merchant/visit.ts';

interface ConnectorCall extends Visit {
  /** Token issued at pairing; undefined when the call carries none. */
  token: string | undefined;
}

export interface ConnectorReply {
  status: 200 | 201 | 401 | 409;
  body: object;
}

export interface ConnectorEndpoint {
  /** Below `/api/connector`. */
  route: `${'GET' | 'POST'} /${string}`;
  input: z.ZodObject;
  run(call: ConnectorCall, input: unknown): Promise<ConnectorReply>;
}

export function toConnectorEndpoint<Input extends z.ZodObject>(definition: {
  route: ConnectorEndpoint['route'];
  input: Input;
  run(call: ConnectorCall, input: z.output<Input>): Promise<ConnectorReply>;
}): ConnectorEndpoint {
  // Ties the type of `run`'s input to the schema: the transport, the only caller, validates first.
  return { ...definition, run: (call, input) => definition.run(call, input as z.output<Input>) };
}
