import { type Dialect, PostgresAdapter, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { createPostgresCompiler } from '../records.ts';
import { createRowVersion } from '../row-version.ts';
import type { ChangeListener } from './change-listener.ts';

/** PostgreSQL for Kysely, with the version of cached rows that the listener knows: without one, no rows are cached. */
export function createPostgresDialect(pool: pg.Pool, listener?: ChangeListener): Dialect {
  const dialect = new PostgresDialect({ pool });
  return {
    createDriver() {
      const driver = dialect.createDriver();
      const destroy = driver.destroy.bind(driver);
      return Object.assign(driver, {
        async destroy() {
          await listener?.stop();
          await destroy();
        },
      });
    },
    createAdapter: () =>
      Object.assign(new PostgresAdapter(), listener && { rowVersion: createRowVersion(listener.getVersion) }),
    createQueryCompiler: createPostgresCompiler,
    createIntrospector: (database) => dialect.createIntrospector(database),
  };
}
