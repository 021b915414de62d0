import { UNKNOWN_AGENT } from '../commerce/agents.ts';
import { redactText } from '../commerce/redact.ts';
import type { AgentCall } from '../operations/agent-call.ts';
import type { Count, CountKind } from '../storage/statistics.ts';

/** Words that nobody types twice would fill the database: so many different ones count for a store in one day. */
const MOST_SUBJECTS = 500;
const MOST_AGENTS = 200;
/** What comes after so many different agents in a day. */
const OTHERS = 'others';
const LONGEST_SUBJECT = 100;

/** Counts what calls came to, by day: it stays when the calls themselves are forgotten. */
export function dailyCounts() {
  let counts = new Map<string, Count>();
  let today = '';
  let known = new Map<string, Set<string>>();

  /** The name, or another one when too many have come before it. */
  function admitted(list: string, name: string, most: number): boolean {
    const names = known.get(list) ?? new Set();
    known.set(list, names);
    if (names.has(name)) return true;
    if (names.size >= most) return false;
    names.add(name);
    return true;
  }

  function count(call: AgentCall, kind: CountKind, agent: string, subject = '', detail = ''): void {
    const { storeId, at } = call;
    const lastAt = new Date(at).toISOString();
    const key = [storeId, kind, today, agent, subject, detail].join('\n');
    const counted = counts.get(key);
    if (!counted) counts.set(key, { storeId, kind, day: today, agent, subject, detail, count: 1, lastAt });
    else {
      counted.count += 1;
      if (lastAt > counted.lastAt) counted.lastAt = lastAt;
    }
  }

  function countSubject(call: AgentCall, kind: CountKind, agent: string, text: string, detail = ''): void {
    const subject = subjectOf(text);
    if (admitted(`${call.storeId} ${kind}`, subject, MOST_SUBJECTS))
      count(call, kind, agent, subject, detail);
  }

  return {
    add(call: AgentCall): void {
      const day = new Date(call.at).toISOString().slice(0, 10);
      if (day !== today) {
        today = day;
        known = new Map();
      }
      const named = call.caller.agent ?? UNKNOWN_AGENT;
      const agent = admitted(call.storeId, named, MOST_AGENTS) ? named : OTHERS;
      count(call, 'request', agent);
      const { search, rejectedCodes = [] } = call.noted ?? {};
      if (search) count(call, 'search', agent);
      if (search?.found === 0) countSubject(call, 'empty_search', agent, search.text);
      for (const { code, reason } of rejectedCodes) countSubject(call, 'rejected_code', agent, code, reason);
    },

    some: (): boolean => counts.size > 0,

    /** What was counted since it was last asked for. */
    take(): Count[] {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
  };
}

/** The same words in other letters are the same; nobody's address or card number is kept for being searched for. */
function subjectOf(text: string): string {
  const shown = redactText(text.replaceAll('\0', ' ').toWellFormed().normalize('NFC'));
  return shown.toLowerCase().replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_SUBJECT).toWellFormed();
}
