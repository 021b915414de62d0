/** WordPress's error shape: `{code, message, data: {status, …}}`. */
export class WordPressError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

export function errorBody(error: WordPressError): object {
  return { code: error.code, message: error.message, data: { status: error.status, ...error.details } };
}

export function noRoute(): WordPressError {
  const message = 'No route was found matching the URL and request method.';
  return new WordPressError(404, 'rest_no_route', message);
}

export interface ParamProblem {
  code: string;
  message: string;
}

/** 400 `rest_invalid_param`, which names every parameter that is wrong. */
export function invalidParams(problems: Record<string, ParamProblem>): WordPressError {
  const names = Object.keys(problems);
  const entries = Object.entries(problems);
  return new WordPressError(400, 'rest_invalid_param', `Invalid parameter(s): ${names.join(', ')}`, {
    params: Object.fromEntries(entries.map(([name, problem]) => [name, problem.message])),
    details: Object.fromEntries(entries.map(([name, problem]) => [name, { ...problem, data: null }])),
  });
}

/** 400 `rest_missing_callback_param`: required parameters that are not there at all. */
export function missingParams(names: string[]): WordPressError {
  const message = `Missing parameter(s): ${names.join(', ')}`;
  return new WordPressError(400, 'rest_missing_callback_param', message, { params: names });
}
