import { type Dialect, PostgresAdapter, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { createRowVersion } from '../row-version.ts';
import type { ChangeListener } from './change-listener.ts';

/** PostgreSQL for Kysely, with the version of cached rows that the listener knows. */
export function createPostgresDialect(pool: pg.Pool, listener: ChangeListener): Dialect {
  const dialect = new PostgresDialect({ pool });
  return {
    createDriver() {
      const driver = dialect.createDriver();
      const destroy = driver.destroy.bind(driver);
      return Object.assign(driver, {
        async destroy() {
          await listener.stop();
          await destroy();
        },
      });
    },
    createAdapter: () =>
      Object.assign(new PostgresAdapter(), { rowVersion: createRowVersion(listener.getVersion) }),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (database) => dialect.createIntrospector(database),
  };
}
