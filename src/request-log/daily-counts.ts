import type { Count, CountKind } from '../commerce/counts/daily-counts.ts';
import { PLAYGROUND_AGENT, UNCOUNTED_AGENTS } from '../commerce/policy/agents.ts';
import { normalizeText } from '../commerce/text/normalize-text.ts';
import { cutText, redactText } from '../commerce/text/redact.ts';
import { addDays, beginOf, toDay } from '../commerce/time/days.ts';
import { toIso } from '../commerce/time/time.ts';
import { type AgentCall, type CatalogCall, getAgentLabel } from './agent-call.ts';

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
  /** Counts of requests by store and agent: kept apart to save a key for each call. */
  let requests = new Map<string, Map<string, Counting>>();
  const days = createDayClocks();
  /** Day of the call that is being counted. */
  let day = '';
  /** Counted names by day and list. */
  const namesOfDays = new Map<string, Map<string, Set<string>>>();

  function settleRequests(): void {
    for (const agents of requests.values()) for (const counting of agents.values()) merge(counting);
    requests = new Map();
  }

  function merge(counting: Counting): void {
    const key = toKey(counting);
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

  function start(
    { storeId, at }: Pick<AgentCall, 'storeId' | 'at'>,
    kind: CountKind,
    agent: string,
    subject = '',
    detail = '',
  ): Counting {
    return { storeId, kind, day, agent, subject, detail, count: 0, lastAt: at };
  }

  function count(
    call: Pick<AgentCall, 'storeId' | 'at'>,
    kind: CountKind,
    agent: string,
    subject = '',
    detail = '',
  ): void {
    const counting = start(call, kind, agent, subject, detail);
    add(counting, call);
    merge(counting);
  }

  function countRequest(call: AgentCall): string {
    const name = getAgentLabel(call);
    const agents = requests.get(call.storeId) ?? new Map<string, Counting>();
    requests.set(call.storeId, agents);
    const current = agents.get(name);
    if (current?.day === day) {
      add(current, call);
      return name;
    }
    const agent = admitName(call.storeId, name, MAX_AGENTS) ? name : OTHERS;
    const last = agents.get(agent);
    const counting = last?.day === day ? last : start(call, 'request', agent);
    if (last && last !== counting) merge(last);
    agents.set(agent, counting);
    add(counting, call);
    return agent;
  }

  function countSubject(call: AgentCall, kind: CountKind, agent: string, subject: string, detail = ''): void {
    if (admitName(`${call.storeId} ${kind}`, subject, MAX_SUBJECTS))
      count(call, kind, agent, subject, detail);
  }

  function countVerdicts(call: AgentCall, agent: string): void {
    for (const { rule, reason, mode } of call.callLog.policyRecord?.verdicts ?? [])
      count(call, mode === 'on' ? 'policy_refused' : 'policy_shadow', agent, rule, reason);
  }

  function countProducts(call: AgentCall, agent: string, ids: readonly string[]): void {
    for (const id of ids) count(call, 'product_found', labelOf(agent), id);
  }

  return {
    add(call: AgentCall): void {
      day = days(call);
      const agent = countRequest(call);
      if (call.caller.verified) count(call, 'verified_request', agent);
      countVerdicts(call, agent);
      if (call.callStats === undefined) return;
      const { search, productIds = [], rejectedCodes = [], isCatalogRead } = call.callStats;
      if (isCatalogRead) count(call, 'catalog_read', labelOf(agent));
      countProducts(call, agent, productIds);
      if (search) count(call, 'search', agent);
      if (search?.found === 0) countSubject(call, 'empty_search', agent, toWords(search.text));
      for (const { code, reason } of rejectedCodes)
        countSubject(call, 'rejected_code', agent, toCode(code), reason);
    },

    addCatalogCall(call: CatalogCall): void {
      day = days(call);
      count(call, 'catalog_call', labelOf(call.agent));
    },

    some: (): boolean => counts.size > 0 || requests.size > 0,

    /** Takes counts back that could not be written. */
    giveBack(counted: readonly Count[]): void {
      for (const count of counted) merge({ ...count, lastAt: Date.parse(count.lastAt) });
    },

    /** Returns the counts since the last `take`, one for each key: a statement must not add to a row twice. */
    take(): Count[] {
      settleRequests();
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

function toKey({ storeId, kind, day, agent, subject, detail }: Counting): string {
  return [storeId, kind, day, agent, subject, detail].join('\n');
}

/** Leaves the agent out, and one name stands for all tests: two rows for each subject and day are enough. */
function labelOf(agent: string): string {
  return UNCOUNTED_AGENTS.includes(agent) ? PLAYGROUND_AGENT : '';
}

function add(counting: Counting, { at }: Pick<AgentCall, 'at'>): void {
  counting.count += 1;
  counting.lastAt = Math.max(counting.lastAt, at);
}

/** Ignores case. */
function toWords(search: string): string {
  return cut(withoutSecrets(search).toLowerCase());
}

/** Keeps the case: merchants look the code up in the shop. */
function toCode(code: string): string {
  return cut(withoutSecrets(code));
}

/** Redacts: a search may hold an address or a card number. */
function withoutSecrets(text: string): string {
  const cut = cutText(text, MAX_READ).replaceAll('\0', ' ').toWellFormed();
  return redactText(normalizeText(cut, 'NFC'));
}

function cut(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SUBJECT_LENGTH).toWellFormed();
}
