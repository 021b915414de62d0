import { type Command, Option } from 'commander';
import {
  declare,
  numberOption,
  parseError,
  type ReadSettings,
  withPrinting,
  withSettings,
} from '../declare/declare.ts';
import type { JsonOption } from '../shell/terminal.ts';

/** PostgreSQL holds a lock for each part of each table while it creates them. */
const MAX_PARTITIONS = 64;

export function declareDatabase(program: Command, settings: ReadSettings): void {
  declareMigrate(program, settings);
  declareBackup(program, settings);
  declareCopy(program);
  declareRotateKey(program, settings);
  declareRotateSigningKey(program, settings);
}

function declareMigrate(program: Command, settings: ReadSettings): void {
  declare(program, 'migrate', {
    summary: 'Migrate the database, or show pending migrations',
    details: `The service migrates when it starts; run this first for a large database or one that several processes share. It runs
without a timeout. Each migration is applied completely or not at all, and it is safe to run this twice at once.

With --partitions, an empty PostgreSQL database gets its large tables in so many parts, by store; later migrations run without it.`,
    examples: ['migrate --status', 'migrate', 'migrate --partitions 16'],
  })
    .option(
      '--status',
      'list applied and pending migrations and change nothing; exit code 1 if any are pending',
    )
    .addOption(
      new Option('--partitions <n>', `parts of each large table, a power of two from 2 to ${MAX_PARTITIONS}`)
        .argParser(numberOfPartitions)
        .conflicts('status'),
    )
    .action(withSettings(settings, async () => (await import('./database.ts')).migrateDatabase));
}

function numberOfPartitions(value: string): number {
  const number = Number(value);
  if (Number.isInteger(Math.log2(number)) && number >= 2 && number <= MAX_PARTITIONS) return number;
  throw parseError(`--partitions must be a power of two from 2 to ${MAX_PARTITIONS}, not "${value}".`);
}

function declareBackup(program: Command, settings: ReadSettings): void {
  declare(program, 'backup', {
    summary: 'Back up an SQLite database into one new file',
    details: `A consistent snapshot; the service may be running. The file is verified after it is written. Secrets in it are encrypted with
the SECRET_KEY, which is not included: back that key up separately. PostgreSQL is backed up with pg_dump.`,
    examples: ['backup ucp-host-monday.db'],
  })
    .argument('<file>', 'new file')
    .action(withSettings(settings, async () => (await import('./database.ts')).backUpDatabase));
  declare(program, 'restore', {
    summary: 'Restore a backup of SQLite',
    details: `DATABASE_URL names a file that does not exist yet. Stop the service first. Afterwards start it with the SECRET_KEY used when
the backup was made. copy-database brings a backup into PostgreSQL.`,
    examples: ['restore ucp-host-monday.db'],
  })
    .argument('<file>', 'backup')
    .action(withSettings(settings, async () => (await import('./database.ts')).restoreBackup));
}

function declareCopy(program: Command): void {
  declare(program, 'copy-database', {
    summary: 'Copy an installation from SQLite to an empty PostgreSQL database',
    details: `Stop the service first: later writes are not copied. Either all rows are copied or none; the rows of each table are counted
on both sides. Then start the service with DATABASE_URL=postgres://… and the same SECRET_KEY: without that key no
credentials can be read. In development the key is stored next to the SQLite file.

Arguments are visible to other users of this machine: give a target with a password as - and on standard input, or leave the
password to PGPASSWORD or ~/.pgpass.`,
    examples: [
      'copy-database sqlite:./data/ucp-host.db postgres://ucp_host@db.example/ucp_host',
      'copy-database sqlite:./data/ucp-host.db - < target.txt',
    ],
  })
    .argument('<from>', 'sqlite:<file>')
    .argument('<to>', 'postgres://<user>@<host>/<database>, or - to read it from standard input')
    .action(
      withPrinting(async (from: string, to: string, options: JsonOption) =>
        (await import('./database.ts')).copyToPostgres(from, to, options),
      ),
    );
}

function declareRotateKey(program: Command, settings: ReadSettings): void {
  declare(program, 'rotate-key', {
    summary: 'Re-encrypt all secrets under a new SECRET_KEY',
    details: `Needs SECRET_KEY (the new key) and SECRET_KEY_PREVIOUS (the old key). Secrets are shop credentials, cart and checkout keys,
webhook secrets, tokens of paired sites, buyers' addresses.

  1. Generate a key:            openssl rand -base64 32
  2. If you restart processes one by one, first give all of them the new
     key as SECRET_KEY_PREVIOUS.
  3. Restart the service with SECRET_KEY=<new> and
     SECRET_KEY_PREVIOUS=<old>. It reads both.
  4. Run rotate-key with the same two keys. The service may be running; if
     interrupted, run it again.
  5. Remove SECRET_KEY_PREVIOUS and restart. Backups made before the
     rotation still need the old key.

Merchants must sign in again after step 3; API tokens, paired sites and pairing codes keep working.`,
    examples: ['rotate-key --status', 'rotate-key'],
  })
    .option(
      '--status',
      'list data still encrypted under the old key and change nothing; exit code 1 if there is any',
    )
    .action(withSettings(settings, async () => (await import('./rotate-key.ts')).rotateKey));
}

function declareRotateSigningKey(program: Command, settings: ReadSettings): void {
  declare(program, 'rotate-signing-key', {
    summary: 'Rotate the key that signs responses and order events',
    details: `Publishes a new key next to the current one. It starts signing an hour later, when every agent platform has fetched it; the
old key stays published for --days after that.`,
    examples: ['rotate-signing-key --list', 'rotate-signing-key', 'rotate-signing-key --compromised'],
  })
    .addOption(numberOption('--days <days>', 'how long the old key stays published', [7, 365]).default(14))
    .option('--compromised', 'withdraw the old keys and start signing with the new one at once')
    .option('--list', 'list the keys and change nothing')
    .action(withSettings(settings, async () => (await import('./rotate-signing-key.ts')).rotateSigningKey));
}
