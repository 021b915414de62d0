import colors from 'picocolors';
import { CommerceError } from '../commerce/errors.ts';
import { CopyRefused, copyDatabase } from '../storage/maintenance/copy-database.ts';
import { progressBar } from './progress-bar.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';
import { type Command, JSON_OPTION, readOptions, UsageError } from './usage.ts';

const USAGE = `Moves an installation from SQLite to an empty PostgreSQL database.

  copy-database sqlite:<file> postgres://<user>:<password>@<host>/<database> [--json]
      Stop the service first: what it writes meanwhile stays behind. All rows arrive, or none; each table is counted on both
      sides. Then start the service with DATABASE_URL=postgres://… and the same SECRET_KEY as before: without that key no
      store's credentials can be read. In development the key lies beside the SQLite file.`;

export const copy: Command = {
  summary: 'Moves everything from SQLite to PostgreSQL.',
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readOptions(args, JSON_OPTION, USAGE);
    const [from = '', to = ''] = positionals;
    if (!from.startsWith('sqlite:') || !/^postgres(ql)?:\/\//.test(to)) {
      throw new UsageError(`Say from where and to where.\n\n${USAGE}`);
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
    say(`${colors.green('✓')} Everything is there, counted on both sides.`);
  },
};

export function refusedInWords(error: unknown): never {
  if (error instanceof CopyRefused) throw new CommerceError('conflict', error.message);
  throw error;
}
