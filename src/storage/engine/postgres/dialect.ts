import { type Dialect, PostgresAdapter, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { changeListener } from './change-listener.ts';

/** PostgreSQL for Kysely, with the listener that `cachedRowChanges` asks. */
export function postgresDialect(url: string, pool: pg.Pool): Dialect {
  const dialect = new PostgresDialect({ pool });
  const listener = changeListener(url);
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
      Object.defineProperty(new PostgresAdapter(), 'foreignVersion', { value: listener.version }),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (database) => dialect.createIntrospector(database),
  };
}
