import * as accounts from './accounts.ts';
import * as activity from './activity.ts';
import * as catalog from './catalog.ts';
import * as events from './events.ts';
import * as health from './health.ts';
import * as jobs from './jobs.ts';
import * as keys from './keys.ts';
import * as organizations from './organizations.ts';
import * as pairing from './pairing.ts';
import * as shopping from './shopping.ts';
import * as signIn from './sign-in.ts';
import * as stores from './stores.ts';
import type { AnyTable, RecordOf, RowType } from './table.ts';

const DECLARED = {
  ...{ ...stores, ...accounts, ...signIn, ...organizations, ...pairing, ...shopping },
  ...{ ...catalog, ...events, ...jobs, ...health, ...activity, ...keys },
};

type Declared = (typeof DECLARED)[keyof typeof DECLARED];

/** All tables by name, referenced ones first. */
export const TABLES = Object.fromEntries(
  sortReferencedFirst(Object.values<AnyTable>(DECLARED)).map((table) => [table.name, table]),
) as unknown as { readonly [Table in Declared as Table['name']]: Table };

export type Tables = { [Name in keyof typeof TABLES]: RowType<(typeof TABLES)[Name]['columns']> };

/** Record of a whole row in the domain, without what is sealed. */
export type TableRecord<Name extends keyof Tables> = RecordOf<
  (typeof TABLES)[Name]['columns'],
  Tables[Name],
  'value'
>;

/** Domain of each column whose values are no plain ones; its name means the same in all tables. */
export const DOMAINS: ReadonlyMap<string, 'flag' | 'json' | 'list'> = collectDomains();

function collectDomains() {
  const domains = new Map<string, string | undefined>();
  for (const { name: table, columns } of Object.values<AnyTable>(DECLARED))
    for (const [name, { definition }] of Object.entries(columns)) {
      const domain = definition.isSealed ? undefined : definition.domain;
      if (domains.has(name) && domains.get(name) !== domain)
        throw new Error(`${table}.${name} means another thing than a column of this name elsewhere`);
      domains.set(name, domain);
    }
  return new Map([...domains].filter((entry) => entry[1] !== undefined)) as typeof DOMAINS;
}

function sortReferencedFirst(tables: readonly AnyTable[]): AnyTable[] {
  const sorted = new Set<AnyTable>();
  const add = (table: AnyTable) => {
    const names = Object.values(table.columns).map(({ definition }) => definition.refersTo?.[0]);
    for (const each of tables) if (each !== table && names.includes(each.name)) add(each);
    sorted.add(table);
  };
  for (const table of tables) add(table);
  return [...sorted];
}
