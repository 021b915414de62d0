import { INTERNAL_ERROR, INVALID_PARAMS, type Refused, SERVER_ERROR } from '../protocol-error.ts';
import { createErrorMessage, type Message, toJsonPath } from './messages.ts';

/** Body of a protocol error. `error` repeats the message for clients of the contract. */
export function renderRefusal(refused: Refused) {
  const { code, message, continueUrl } = refused;
  const messages = toMessages(refused);
  return { code, content: message, messages, error: message, continue_url: continueUrl };
}

function toMessages({ status, code, message, details }: Refused): Message[] {
  const severity = status === 400 ? 'recoverable' : 'unrecoverable';
  if (details.length === 0) return [createErrorMessage(code, message, severity)];
  return details.map((each) => createErrorMessage(code, each.message, severity, toJsonPath(each.path)));
}

/** Keeps REST's HTTP status over MCP, except for invalid parameters of JSON-RPC. */
export function renderRpcRefusal(refused: Refused) {
  const { status, code, retryAfterSeconds } = refused;
  const { error: _, ...body } = renderRefusal(refused);
  const rpc = refused.rpc ?? toRpcCode(status, code);
  const data = { ...body, status, retry_after: retryAfterSeconds };
  return { code: rpc, data, status: rpc === INVALID_PARAMS ? 200 : status };
}

function toRpcCode(status: number, code: string): number {
  if (code === 'invalid_input') return INVALID_PARAMS;
  return status === 500 ? INTERNAL_ERROR : SERVER_ERROR;
}
