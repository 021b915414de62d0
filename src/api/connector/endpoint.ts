import type { z } from 'zod';
import type { Visit } from '../../merchants/merchant-context.ts';

/** A call of a site's plugin. */
export interface ConnectorCall extends Visit {
  /** What it was given when it was paired; undefined where it shows none. */
  token: string | undefined;
}

export interface ConnectorReply {
  status: 200 | 201 | 401 | 409;
  body: object;
}

/** One endpoint of what the WordPress plugin calls. */
export interface ConnectorEndpoint {
  /** Below `/api/connector`. */
  rest: `${'GET' | 'POST'} /${string}`;
  input: z.ZodObject;
  run(call: ConnectorCall, input: unknown): Promise<ConnectorReply>;
}

export function toConnectorEndpoint<Input extends z.ZodObject>(definition: {
  rest: ConnectorEndpoint['rest'];
  input: Input;
  run(call: ConnectorCall, input: z.output<Input>): Promise<ConnectorReply>;
}): ConnectorEndpoint {
  // Ties the type of `run`'s input to the schema: the transport is the only caller.
  return { ...definition, run: (call, input) => definition.run(call, input as z.output<Input>) };
}
