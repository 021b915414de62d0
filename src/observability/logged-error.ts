import { cutText, redactText } from '../commerce/text/redact.ts';

type LoggedError = {
  type: string;
  message: string;
  code?: string;
  stack: string;
  cause?: LoggedError;
};

const MAX_DEPTH = 3;
const MAX_MESSAGE = 2_000;
const MAX_STACK = 8_000;

/** Reduces an error to safe members for the log. Errors of databases and libraries may carry the rejected values. */
export function toLoggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error && /^[\w.-]{1,64}$/.test(String(error.code)) ? String(error.code) : undefined;
  return {
    type: name,
    message: redactText(cutText(message, MAX_MESSAGE)),
    ...(code === undefined ? {} : { code }),
    stack: redactText(cutText(stack, MAX_STACK)),
    ...(cause instanceof Error && depth < MAX_DEPTH ? { cause: toLoggedError(cause, depth + 1) } : {}),
  };
}
