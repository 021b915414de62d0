import { type AnswerLimits, askWhole, type WholeAnswer } from './ask-whole.ts';
import { type ConnectionFailure, toConnectionFailure } from './connection-failure.ts';
import type { FetchInit } from './exchange.ts';
import type { Fetch } from './guarded-fetch.ts';

export type Probed =
  | ({ kind: 'answer' } & WholeAnswer)
  | ({ kind: 'failure' } & Pick<ConnectionFailure, 'failure' | 'code'>);

/** Sends one request without following redirects; never throws. */
export type Probe = (
  url: string,
  request?: Pick<FetchInit, 'method' | 'headers' | 'body'>,
) => Promise<Probed>;

const DEFAULT_LIMITS: AnswerLimits = { timeoutMs: 5_000, maxBytes: 256 * 1024 };

export function createProbe(fetch: Fetch, limits: AnswerLimits = DEFAULT_LIMITS): Probe {
  return async (url, request = {}) => {
    try {
      return { kind: 'answer', ...(await askWhole(fetch, url, request, limits)) };
    } catch (error) {
      const { failure, code } = toConnectionFailure(error);
      return { kind: 'failure', failure, code };
    }
  };
}
