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
  const findDay = createDayClocks();
  const admitName = createNameLists();

  function merge(counting: Counting): void {
    const { storeId, kind, day, agent, subject, detail } = counting;
    const key = [storeId, kind, day, agent, subject, detail].join('\n');
    const existing = counts.get(key);
    if (!existing) counts.set(key, counting);
    else {
      existing.count += counting.count;
      existing.lastAt = Math.max(existing.lastAt, counting.lastAt);
    }
  }

  /** Returns the functions that count things of a call, of which `countSubject` bounds those of a store and day. */
  function createCounters({ storeId, at: lastAt, timeZone }: Pick<AgentCall, 'storeId' | 'at' | 'timeZone'>) {
    const day = findDay(lastAt, timeZone);
    const count = (kind: CountKind, agent: string, subject = '', detail = '') =>
      merge({ storeId, kind, day, agent, subject, detail, count: 1, lastAt });
    const countSubject = (kind: CountKind, agent: string, subject: string, detail?: string) => {
      if (admitName(day, `${storeId} ${kind}`, subject, MAX_SUBJECTS)) count(kind, agent, subject, detail);
    };
    const toCounted = (agent: string) => (admitName(day, storeId, agent, MAX_AGENTS) ? agent : OTHERS);
    return { count, countSubject, toCounted };
  }

  return {
    add(call: AgentCall): void {
      const counters = createCounters(call);
      const agent = counters.toCounted(getAgentLabel(call));
      counters.count('request', agent);
      if (call.caller.verified) counters.count('verified_request', agent);
      for (const { rule, reason, mode } of call.callLog.policyRecord?.verdicts ?? [])
        counters.count(mode === 'on' ? 'policy_refused' : 'policy_shadow', agent, rule, reason);
      if (call.callStats) countStats(call.callStats, agent, counters);
    },

    addCatalogCall(call: CatalogCall): void {
      createCounters(call).count('catalog_call', labelOf(call.agent));
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

interface Counters {
  count(kind: CountKind, agent: string, subject?: string, detail?: string): void;
  countSubject(kind: CountKind, agent: string, subject: string, detail?: string): void;
}

function countStats(stats: CallStats, agent: string, { count, countSubject }: Counters): void {
  const { search, productIds = [], rejectedCodes = [], isCatalogRead } = stats;
  if (isCatalogRead) count('catalog_read', labelOf(agent));
  for (const id of productIds) count('product_found', labelOf(agent), id);
  if (search) count('search', agent);
  if (search?.found === 0)
    countSubject('empty_search', agent, cut(withoutSecrets(search.text).toLowerCase()));
  // Merchants look the code up in the shop: it keeps its case.
  for (const { code, reason } of rejectedCodes)
    countSubject('rejected_code', agent, cut(withoutSecrets(code)), reason);
}

/** Returns the function that admits a name to a list of a day; false for a new name when the list is full. */
function createNameLists() {
  const listsOfDays = new Map<string, Map<string, Set<string>>>();
  return (day: string, list: string, name: string, max: number): boolean => {
    const lists = listsOfDays.get(day) ?? new Map<string, Set<string>>();
    listsOfDays.set(day, lists);
    const [oldest = ''] = listsOfDays.keys();
    if (listsOfDays.size > MAX_DAYS) listsOfDays.delete(oldest);
    const names = lists.get(list) ?? new Set();
    lists.set(list, names);
    if (names.has(name)) return true;
    if (names.size >= max) return false;
    names.add(name);
    return true;
  };
}

/** Returns the function that finds the day of an instant, computing its begin and end once for each time zone. */
function createDayClocks() {
  const clocks = new Map<string, { day: string; begin: number; end: number }>();
  return (at: number, timeZone: string): string => {
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
