/** `npm run check names`, or `node testing/lint-names.ts --list [folder]`: refuses functions of `src` and `search` that no verb begins, above the numbers that `names-ratchet.json` still allows. */
import { readFileSync, writeFileSync } from 'node:fs';
import { namelessFunctions } from './function-names.ts';

const RATCHET = 'testing/names-ratchet.json';
const [option, folder = ''] = process.argv.slice(2);

/** Folder of `src`, or `search`. */
const folderOf = ({ file }: { file: string }) => file.replace(/^src\//, '').split('/')[0] ?? '';
const functions = namelessFunctions().filter((each) => folder === '' || folderOf(each) === folder);
const counts = Object.fromEntries(
  Object.entries(Object.groupBy(functions, folderOf)).map(([name, { length = 0 } = []]) => [name, length]),
);
if (option === '--list')
  for (const { file, line, name } of functions) process.stdout.write(`${file}:${line} ${name}\n`);
else if (option === '--write') writeFileSync(RATCHET, `${JSON.stringify(counts, null, 2)}\n`);
else check();

function check(): void {
  const allowed = JSON.parse(readFileSync(RATCHET, 'utf8')) as Record<string, number>;
  for (const name of new Set([...Object.keys(counts), ...Object.keys(allowed)])) {
    const count = counts[name] ?? 0;
    const limit = allowed[name] ?? 0;
    if (count === limit) continue;
    process.exitCode = 1;
    process.stdout.write(
      count > limit
        ? `${name} has ${count} functions that no verb begins, ${limit} are allowed: node testing/lint-names.ts --list ${name}\n`
        : `${name} has ${count} functions that no verb begins, fewer than ${RATCHET} allows: node testing/lint-names.ts --write\n`,
    );
  }
}
