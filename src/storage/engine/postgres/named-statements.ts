import type pg from 'pg';

const numbers = new Map<string, number>();
/** Part of each name: PostgreSQL refuses a statement whose table was changed since, and takes it under a new name. */
let generation = 1;

/** Has PostgreSQL keep the parsed statement of this text in each connection. */
export function nameStatement(text: string): void {
  if (!numbers.has(text)) numbers.set(text, numbers.size + 1);
}

type Ask = (...args: unknown[]) => unknown;

/** Code of the refusal: "cached plan must not change result type". */
const CHANGED_TABLE = '0A000';

/** Sends named texts by their names, while `isDirect`: a pooler may send each statement to another server process. */
export function askByName(ask: Ask, isDirect: () => boolean): Ask {
  return (...args) => {
    const [text, values] = args;
    const number = typeof text === 'string' ? numbers.get(text) : undefined;
    if (number === undefined || !Array.isArray(values) || !isDirect()) return ask(...args);
    const answer = ask({ name: `${generation}.${number}`, text, values }) as Promise<pg.QueryResult>;
    return answer.catch((error: Error & { code?: string }) => {
      if (error.code !== CHANGED_TABLE) throw error;
      generation += 1;
      return ask(text, values);
    });
  };
}
