import type { Count, CountKind } from '../commerce/counts/daily-counts.ts';
import { PLAYGROUND_AGENT, UNCOUNTED_AGENTS } from '../commerce/policy/agents.ts';
import { normalizeText } from '../commerce/text/normalize-text.ts';
import { cutText, redactText } from '../commerce/text/redact.ts';
import { addDays, beginOf, toDay } from '../commerce/time/days.ts';
import { toIso } from '../commerce/time/time.ts';
import { type AgentCall, type CallStats, type CatalogCall, getAgentLabel } from './agent-call.ts';

/** Different searches and codes that are counted for a store in one day: bounds the rows that unique texts make. */
const MAX_SUBJECTS = 500;
const MAX_AGENTS = 200;
/** Collects the agents beyond `MAX_AGENTS`. */
const OTHERS = 'others';
const MAX_SUBJECT_LENGTH = 100;
/** Characters of a search that are read: normalizing a longer text blocks the process. */
const MAX_READ = 1_000;

/** A count whose instant is formatted only when it is written. */
type Counting = Omit<Count, 'lastAt'> & { lastAt: number };

/** Days that are counted at once in all time zones: at 11:00 UTC a store may be at yesterday, today or tomorrow. */
const MAX_DAYS = 3;

/** Counts calls by the day of their store; the counts outlive the logged calls. */
export function createDailyCounts() {
  let counts = new Map<string, Counting>();
  const days = createDayClocks();
  /** Day of the call that is being counted. */
  let day = '';
  /** Counted names by day and list. */
  const namesOfDays = new Map<string, Map<string, Set<string>>>();

  function merge(counting: Counting): void {
    const { storeId, kind, agent, subject, detail } = counting;
    const key = [storeId, kind, counting.day, agent, subject, detail].join('\n');
    const existing = counts.get(key);
    if (!existing) counts.set(key, counting);
    else {
      existing.count += counting.count;
      existing.lastAt = Math.max(existing.lastAt, counting.lastAt);
    }
  }

  /** False for a new name when the list is full. */
  function admitName(list: string, name: string, max: number): boolean {
    const lists = namesOfDays.get(day) ?? new Map<string, Set<string>>();
    namesOfDays.set(day, lists);
    const [oldest = ''] = namesOfDays.keys();
    if (namesOfDays.size > MAX_DAYS) namesOfDays.delete(oldest);
    const names = lists.get(list) ?? new Set();
    lists.set(list, names);
    if (names.has(name)) return true;
    if (names.size >= max) return false;
    names.add(name);
    return true;
  }

  function count(
    { storeId, at }: Pick<AgentCall, 'storeId' | 'at'>,
    kind: CountKind,
    agent: string,
    subject = '',
    detail = '',
  ): void {
    merge({ storeId, kind, day, agent, subject, detail, count: 1, lastAt: at });
  }

  function countSubject(call: AgentCall, kind: CountKind, agent: string, subject: string, detail = ''): void {
    if (admitName(`${call.storeId} ${kind}`, subject, MAX_SUBJECTS))
      count(call, kind, agent, subject, detail);
  }

  function countStats(call: AgentCall, agent: string, stats: CallStats): void {
    const { search, productIds = [], rejectedCodes = [], isCatalogRead } = stats;
    if (isCatalogRead) count(call, 'catalog_read', labelOf(agent));
    for (const id of productIds) count(call, 'product_found', labelOf(agent), id);
    if (search) count(call, 'search', agent);
    if (search?.found === 0)
      countSubject(call, 'empty_search', agent, cut(withoutSecrets(search.text).toLowerCase()));
    // Merchants look the code up in the shop: it keeps its case.
    for (const { code, reason } of rejectedCodes)
      countSubject(call, 'rejected_code', agent, cut(withoutSecrets(code)), reason);
  }

  return {
    add(call: AgentCall): void {
      day = days(call);
      const name = getAgentLabel(call);
      const agent = admitName(call.storeId, name, MAX_AGENTS) ? name : OTHERS;
      count(call, 'request', agent);
      if (call.caller.verified) count(call, 'verified_request', agent);
      for (const { rule, reason, mode } of call.callLog.policyRecord?.verdicts ?? [])
        count(call, mode === 'on' ? 'policy_refused' : 'policy_shadow', agent, rule, reason);
      if (call.callStats) countStats(call, agent, call.callStats);
    },

    addCatalogCall(call: CatalogCall): void {
      day = days(call);
      count(call, 'catalog_call', labelOf(call.agent));
    },

    some: (): boolean => counts.size > 0,

    /** Takes counts back that could not be written. */
    giveBack(counted: readonly Count[]): void {
      for (const count of counted) merge({ ...count, lastAt: Date.parse(count.lastAt) });
    },

    /** Returns the counts since the last `take`, one for each key: a statement must not add to a row twice. */
    take(): Count[] {
      const all = [...counts.values()];
      counts = new Map();
      return all.map((counting) => ({ ...counting, lastAt: toIso(counting.lastAt) }));
    },
  };
}

/** Returns the day of a call, computing its begin and end once for each time zone. */
function createDayClocks() {
  const clocks = new Map<string, { day: string; begin: number; end: number }>();
  return ({ at, timeZone }: Pick<AgentCall, 'at' | 'timeZone'>): string => {
    const last = clocks.get(timeZone);
    if (last && at >= last.begin && at < last.end) return last.day;
    const day = toDay(at, timeZone);
    clocks.set(timeZone, { day, begin: beginOf(day, timeZone), end: beginOf(addDays(day), timeZone) });
    return day;
  };
}

/** Leaves the agent out, and one name stands for all tests: two rows for each subject and day are enough. */
function labelOf(agent: string): string {
  return UNCOUNTED_AGENTS.includes(agent) ? PLAYGROUND_AGENT : '';
}

/** Redacts: a search may hold an address or a card number. */
function withoutSecrets(text: string): string {
  const cut = cutText(text, MAX_READ).replaceAll('\0', ' ').toWellFormed();
  return redactText(normalizeText(cut, 'NFC'));
}

function cut(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SUBJECT_LENGTH).toWellFormed();
}
