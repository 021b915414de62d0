import type { DatabaseSync } from 'node:sqlite';

/**
 * Calls `changed` with the id of each row that this connection deletes, or of which it writes one of the columns, by whatever
 * statement, before the commit.
 */
export type WatchRows = (table: string, columns: readonly string[], changed: (id: string) => void) => void;

/** Watches rows by temporary triggers, which only this connection has. */
export function createRowWatcher(database: DatabaseSync): WatchRows {
  let watched = 0;
  return (table, columns, changed) => {
    if (database.isTransaction) throw new Error('A rollback would drop the triggers of watched rows');
    watched += 1;
    const name = `watched_${table}_${watched}`;
    database.function(name, (id) => {
      changed(String(id));
      return null;
    });
    const events = { update: `update of ${columns.join(', ')}`, delete: 'delete' };
    for (const [event, when] of Object.entries(events))
      database.exec(
        `create temp trigger ${name}_${event} after ${when} on main.${table} begin select ${name}(old.id); end`,
      );
  };
}
