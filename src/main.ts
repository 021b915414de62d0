import { commands } from './cli/index.ts';
import { say, sayError } from './cli/terminal.ts';
import { asksForHelp, UsageError } from './cli/usage.ts';
import { CommerceError, ConfigError } from './commerce/errors.ts';
import { readConfig } from './config.ts';
import { WrongSecretKey } from './storage/engine/secret-key.ts';

const [name = 'serve', ...rest] = process.argv.slice(2);

try {
  const command = commands[name];
  const helped = ['help', '--help', '-h'].includes(name);
  if (command && asksForHelp(rest)) say(command.usage);
  else if (command) await command.run(rest, () => readConfig(process.env));
  else {
    say((helped && commands[rest[0] ?? '']?.usage) || help());
    process.exitCode = helped ? 0 : 2;
  }
} catch (error) {
  const isExpected = [UsageError, ConfigError, WrongSecretKey, CommerceError].some(
    (kind) => error instanceof kind,
  );
  if (!(error instanceof Error && isExpected)) throw error;
  sayError(error.message);
  process.exitCode = error instanceof CommerceError ? 1 : 2;
}

function help(): string {
  const widest = Math.max(...Object.keys(commands).map(({ length }) => length));
  const lines = Object.entries(commands).map(
    ([command, { summary }]) => `  ${command.padEnd(widest)} ${summary}`,
  );
  const about = 'ucp-host lets AI shopping agents buy from Shopify and WooCommerce stores.';
  return [about, '', 'Without a command it serves.', '', ...lines].join('\n');
}
