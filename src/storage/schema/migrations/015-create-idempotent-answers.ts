import { type Kysely, sql } from 'kysely';

export async function createIdempotentAnswers(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('idempotent_answers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('body', 'text')
    .addColumn('busy_by', 'text')
    .addColumn('busy_until', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await sql`create index idempotent_answers_at on idempotent_answers (created_at)`.execute(database);
  await sql`create index idempotent_answers_store on idempotent_answers (store_id)`.execute(database);
}
