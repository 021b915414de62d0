import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { buildCompletionScript } from '../../../src/cli/declare/completion.ts';
import { createProgram } from '../../../src/cli/program.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { withService } from '../../../testing/everywhere.ts';
import { withoutProgram } from '../../../testing/programs.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

const program = createProgram({});

/** Words that bash would offer after these, the last of which is being typed. */
const complete = (...words: string[]) => completeWith('{}', ...words);

/** Completes where `ucp-host stores --json` prints this. */
async function completeWith(stores: string, ...words: string[]): Promise<string[]> {
  const run = `ucp-host() { [[ $* == 'stores --json' ]] && cat <<'END'
${stores}
END
}
${buildCompletionScript(program, 'bash')}
COMP_WORDS=(ucp-host "$@") COMP_CWORD=$#
_ucp_host
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', [
    '--noprofile',
    '--norc',
    '-c',
    run,
    'bash',
    ...words,
  ]);
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion in bash', () => {
  it('offers commands, options and choices that begin like the word, and leaves values of options to bash', async () => {
    assert.deepEqual(await complete('st'), ['stores']);
    assert.deepEqual(await complete('stores', 're'), ['rename', 'retention', 'resume', 'reconnect']);
    assert.deepEqual(await complete('stores', 'domains', ''), ['list', 'add', 'verify', 'remove', '--help']);
    assert.ok((await complete('')).includes('rotate-signing-key'));
    assert.deepEqual(await complete('stores', 'delete', 'my-store', '--y'), ['--yes-delete']);
    assert.deepEqual(await complete('tokens', 'create', '--name', 'nightly', '--acc'), ['--account']);
    assert.deepEqual(await complete('capability', 'my-store', 'c'), ['cart']);
    assert.deepEqual(await complete('capability', 'my-store', 'cart', 'o'), ['on', 'off']);
    assert.deepEqual(await complete('capability', '--json', 'my-store', 'cart', 'of'), ['off']);
    assert.deepEqual(await complete('completion', ''), ['bash', 'zsh']);
    assert.deepEqual(await complete('export', 'my-store', '--out', ''), []);
    assert.match(buildCompletionScript(program, 'bash'), /complete -o default -F _ucp_host ucp-host$/);
  });
});

withService('completion of slugs', (running) => {
  it('offers the stores of the installation where a command takes one', async () => {
    const { out } = await commandLine(running.databaseUrl, ['stores', '--json']);
    const at = (...words: string[]) => completeWith(out, ...words);
    assert.deepEqual(await at('stores', 'show', ''), ['demo-shopify', 'demo-woocommerce']);
    assert.deepEqual(await at('capability', 'demo-w'), ['demo-woocommerce']);
    assert.deepEqual(await at('doctor', '--store', 'demo-s'), ['demo-shopify']);
    assert.deepEqual(await at('stores', 'pause', '--js'), ['--json']);
    assert.deepEqual(await at('stores', 'rename', 'demo-shopify', 'demo'), []);
  });
});

/** Types each text and a tab into an interactive zsh, and waits until the line shows the completed word. */
const TYPE_IN_ZSH = `
zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell "autoload -U compinit; compinit -u -d $1/dump; source $1/script; print re''ady"
zpty -r -m shell shown '*ready*'
shift
for typed completed in "$@"; do
  zpty -w -n shell $'\\C-u'"$typed"$'\\t'
  zpty -r -m shell shown "*$completed*"
done
zpty -d shell`;

describe('completion in zsh', { skip: withoutProgram('zsh', 'zsh') }, () => {
  it('completes commands, sub-commands and choices as bash does', async () => {
    await using folder = await temporaryFolder();
    await writeFile(folder.file('script'), buildCompletionScript(program, 'zsh'));
    const typed = ['ucp-host stor', 'stores', 'ucp-host stores dom', 'domains'];
    const choice = ['ucp-host capability my-store ca', 'cart'];
    await promisify(execFile)('zsh', ['-f', '-c', TYPE_IN_ZSH, 'zsh', folder.path, ...typed, ...choice], {
      timeout: 60_000,
    });
  });
});
