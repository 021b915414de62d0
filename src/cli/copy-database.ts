import colors from 'picocolors';
import { CommerceError } from '../commerce/errors.ts';
import { CopyRefused, copyDatabase } from '../storage/maintenance/copy-database.ts';
import { progressBar } from './progress-bar.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';
import { type Command, JSON_OPTION, readOptions, UsageError } from './usage.ts';

const USAGE = `Copies an installation from SQLite to an empty PostgreSQL database.

  copy-database sqlite:<file> postgres://<user>:<password>@<host>/<database> [--json]
      Stop the service first: later writes are not copied. Either all rows are copied or none; the rows of each table are
      counted on both sides. Then start the service with DATABASE_URL=postgres://… and the same SECRET_KEY: without that key no
      credentials can be read. In development the key is stored next to the SQLite file.`;

export const copy: Command = {
  summary: 'Copies an installation from SQLite to PostgreSQL.',
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readOptions(args, JSON_OPTION, USAGE);
    const [from = '', to = ''] = positionals;
    if (!from.startsWith('sqlite:') || !/^postgres(ql)?:\/\//.test(to)) {
      throw new UsageError(`Name the source and the target.\n\n${USAGE}`);
    }
    const bar = progressBar('copying', !values.json && process.stdout.isTTY === true);
    const copied = await copyDatabase(from, to, ({ done, total }) => bar.show(done, total, 'rows')).catch(
      refusedInWords,
    );
    bar.clear();
    if (values.json) return say(JSON.stringify(copied, null, 2));
    const rows = copied
      .filter((each) => each.rows > 0)
      .map((each) => [each.table, each.rows.toLocaleString('en')]);
    say(inColumns(['TABLE', 'ROWS'], rows));
    say(`${colors.green('✓')} Everything is copied; row counts match.`);
  },
};

export function refusedInWords(error: unknown): never {
  if (error instanceof CopyRefused) throw new CommerceError('conflict', error.message);
  throw error;
}
