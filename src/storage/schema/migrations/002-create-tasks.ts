import type { Kysely } from 'kysely';

export async function createTasks(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('tasks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('run_at', 'text', (column) => column.notNull())
    .addColumn('again', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('progress', 'text')
    .addColumn('last_error', 'text')
    .addColumn('busy_by', 'text')
    .addColumn('busy_until', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('tasks_once', ['store_id', 'kind', 'subject'])
    .execute();
  await database.schema.createIndex('tasks_due').on('tasks').columns(['run_at']).execute();
}
