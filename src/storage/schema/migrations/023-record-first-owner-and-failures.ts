import { type Kysely, sql } from 'kysely';

/** Earlier failed sessions have no recorded reason: one that failed before its expiry without a hand-off got no cart. */
export async function recordFirstOwnerAndFailures(database: Kysely<unknown>): Promise<void> {
  await recordFirstOwner(database);
  await database.schema.alterTable('checkout_sessions').addColumn('failure', 'text').execute();
  const unknown = {
    requestId: null,
    code: 'unknown',
    message: 'The platform made no cart for it.',
    lines: [],
  };
  await sql`update checkout_sessions set failure = ${JSON.stringify(unknown)}
    where status = 'failed' and handed_off_at is null and settled_at < expires_at`.execute(database);
}

/** Removing the last account used to delete the row. An account or its entry in the audit log proves a first owner. */
export async function recordFirstOwner(database: Kysely<unknown>): Promise<void> {
  await sql`insert into first_account (number, account_id)
    select 1, max(account_id) from (
      select id as account_id from accounts
      union all
      select coalesce(account_id, '') from audit_entries where action in ('account.created', 'account.removed')
    ) as owners
    having count(*) > 0 and not exists (select 1 from first_account)`.execute(database);
}
