import { type Kysely, sql } from 'kysely';

export async function addArgumentRepairs(database: Kysely<unknown>): Promise<void> {
  await sql`alter table request_contents add column repairs text not null default '[]'`.execute(database);
}
