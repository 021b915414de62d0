import { withTimeout } from '../commerce/time/with-timeout.ts';
import { callSlots, type RunInSlot } from '../limits/call-slots.ts';
import { LookUpFailure, type NameServers } from './name-servers.ts';

const DEFAULT_LIMITS = {
  /** Concurrent look-ups of all names, and of one domain. */
  concurrency: 20,
  concurrencyOfDomain: 4,
  timeoutMs: 2_000,
  /** Unanswered look-ups of a domain within `pauseMs` after which it is refused until the end of the pause. */
  maxUnanswered: 3,
  pauseMs: 60_000,
};
export type UntrustedNameLimits = typeof DEFAULT_LIMITS;

const MAX_WAITING = 100;
const MAX_DOMAINS = 1_000;

interface Domain {
  inSlot: RunInSlot;
  unanswered: number;
  since: number;
}

/** Keeps slow domains of unknown parties from delaying look-ups of other domains or of shops. */
export function createUntrustedNames(
  names: NameServers,
  overrides: Partial<UntrustedNameLimits> = {},
): NameServers {
  const within = createLimiter({ ...DEFAULT_LIMITS, ...overrides });
  return {
    async resolveTexts(name, stop) {
      try {
        return await within(name, stop, async (signal) => {
          const answer = await names.resolveTexts(name, signal);
          if ('unanswered' in answer) throw new Unanswered(answer.unanswered);
          return answer;
        });
      } catch (error) {
        return { unanswered: error instanceof Unanswered ? error.message : 'EAI_AGAIN' };
      }
    },

    async resolveAddresses(name, stop) {
      try {
        return await within(name, stop, (signal) => names.resolveAddresses(name, signal));
      } catch (error) {
        stop?.throwIfAborted();
        throw isUnknown(error) ? error : new LookUpFailure('EAI_AGAIN', name);
      }
    },
  };
}

class Unanswered extends Error {}

type Question<Answer> = (signal: AbortSignal) => Promise<Answer>;

function createLimiter(limits: UntrustedNameLimits) {
  const { timeoutMs, maxUnanswered, pauseMs } = limits;
  const createLine = (concurrency: number) =>
    callSlots({ concurrency, waiting: MAX_WAITING, maxWaitMs: timeoutMs });
  const inSlot = createLine(limits.concurrency);
  const domains = new Map<string, Domain>();

  function getDomain(name: string): Domain {
    const key = toRegistrableDomain(name);
    const domain = domains.get(key) ?? {
      inSlot: createLine(limits.concurrencyOfDomain),
      unanswered: 0,
      since: 0,
    };
    // Strangers choose the domains: with more of them all begin anew.
    if (domains.size >= MAX_DOMAINS) domains.clear();
    domains.set(key, domain);
    return domain;
  }

  function recordUnanswered(domain: Domain): void {
    const now = performance.now();
    const isOver = now - domain.since >= pauseMs;
    domain.unanswered = isOver ? 1 : domain.unanswered + 1;
    if (isOver) domain.since = now;
  }

  return <Answer>(name: string, stop: AbortSignal | undefined, question: Question<Answer>) => {
    const domain = getDomain(name);
    const ask = async () => {
      try {
        return await withTimeout({ timeoutMs, stop }, question);
      } catch (error) {
        if (!isUnknown(error)) recordUnanswered(domain);
        throw error;
      }
    };
    return domain.inSlot(async () => {
      const isPaused = domain.unanswered >= maxUnanswered && performance.now() - domain.since < pauseMs;
      if (isPaused) throw new LookUpFailure('EAI_AGAIN', name);
      return inSlot(ask, stop);
    }, stop);
  };
}

function isUnknown(error: unknown): boolean {
  return error instanceof LookUpFailure && error.code === 'ENOTFOUND';
}

/** Second-level labels under which country registries sell names: `co.uk`, `com.br`. */
const REGISTRY = /^(co|com|net|org|edu|gov|ac|or|ne|go)$/;

/** Approximates the registrable domain without a public suffix list: two labels, or three below `co.uk` and the like. */
export function toRegistrableDomain(name: string): string {
  const labels = name.toLowerCase().replace(/\.$/, '').split('.');
  const [second = '', top = ''] = labels.slice(-2);
  return labels.slice(top.length === 2 && REGISTRY.test(second) ? -3 : -2).join('.');
}
