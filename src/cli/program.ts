import { Command, CommanderError } from 'commander';
import { VERSION } from '../settings/version.ts';
import { joinPlatformTitles } from '../store-platforms/presentations.ts';
import { declareDatabase } from './commands/declare-database.ts';
import { declareService } from './commands/declare-service.ts';
import { declareShell } from './commands/declare-shell.ts';
import { declareStores } from './commands/declare-stores.ts';
import { declareActions } from './declare/actions.ts';
import {
  addJsonOptions,
  createUnknownWordError,
  getCommandPath,
  joinWithOr,
  parseError,
  type ReadSettings,
  withExamples,
} from './declare/declare.ts';
import { BINARY, paint, sayWarning, toTypedCommand, UsageError } from './shell/terminal.ts';

type Environment = Record<string, string | undefined>;

const ABOUT = `Lets AI shopping agents buy from ${joinPlatformTitles('conjunction')} stores. Without a command it serves.

Settings are environment variables: "${toTypedCommand('config')}" shows them. Exit codes: 0 done, 1 refused or failed, 2 wrong usage or settings.`;

/** Declares every command. Their implementations are imported when they run. */
export function createProgram(environment: Environment): Command {
  const settings = createSettingsReader(environment);
  const program = new Command(BINARY)
    .description(ABOUT)
    .version(VERSION, '-v, --version', 'print the version')
    .usage('<command> [options]')
    .helpOption('-h, --help', 'show help')
    .configureHelp({ styleTitle: (title) => paint('bold', title), subcommandTerm: formatTerm })
    // Errors are printed by the caller, with the nearest right word.
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  withExamples(program, [
    'serve',
    'connect woocommerce --url https://shop.example --secrets shop.env',
    'stores show demo-shopify',
    'doctor shop.example --session',
  ]);
  declareService(program.commandsGroup('Service:'), settings);
  declareStores(program.commandsGroup('Stores:'), settings);
  program.commandsGroup('Accounts:');
  for (const noun of ['users', 'tokens', 'organizations', 'mail']) declareActions(program, settings, noun);
  declareDatabase(program.commandsGroup('Database and keys:'), settings);
  declareShell(program.commandsGroup('This command line:'), environment);
  addJsonOptions(program);
  program.helpCommand('help [command...]', 'Show help of a command');
  return program;
}

/** Imports the settings when a command reads them: help works without. */
function createSettingsReader(environment: Environment): ReadSettings {
  return async ({ isLogged = false } = {}) => {
    const { readConfig } = await import('../settings/config.ts');
    const config = readConfig(environment);
    if (!isLogged) for (const warning of config.warnings) sayWarning(warning);
    return config;
  };
}

/** Name of a command in its parent's help; arguments would take half the width of the first list. */
function formatTerm(command: Command): string {
  if (command.parent?.parent === null) return command.name();
  const terms = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...terms].join(' ');
}

/** Runs a command, or prints help or the version. Throws UsageError for wrong arguments, and the errors of the command. */
export async function runCommand(program: Command, argv: readonly string[]): Promise<void> {
  const args = argv.length === 0 ? ['serve'] : argv;
  const isHelp = args[0] === 'help' || hasHelpFlag(args);
  const { command, unknown } = resolveCommand(program, args[0] === 'help' ? args.slice(1) : args);
  const names = command.commands.map((each) => each.name());
  try {
    if (unknown !== undefined)
      throw createUnknownWordError('command', unknown, names, `${getCommandPath(command)} `.trimStart());
    if (isHelp) return command.outputHelp();
    if (command.parent !== null && names.length > 0 && !names.includes('list'))
      throw parseError(`Name a command of "${command.name()}": ${joinWithOr(names)}.`);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    const help = toTypedCommand(`${getCommandPath(command)} --help`.trim());
    throw new UsageError(`${formatSentence(error)}\n  See: ${help}`);
  }
}

/** True for any `--help` or `-h` before `--`, also where an option would take it as its value. */
function hasHelpFlag(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h');
}

/** Follows the first words to a command. `unknown`: a word where the name of a sub-command should be. */
function resolveCommand(program: Command, args: readonly string[]): { command: Command; unknown?: string } {
  let command = program;
  for (const word of args) {
    if (command.commands.length === 0 || word.startsWith('-')) break;
    const subcommand = command.commands.find((each) => each.name() === word);
    // The sub-command `list` runs without being named, also where it takes arguments: `jobs demo-shopify`.
    const list = command.commands.find((each) => each.name() === 'list');
    if (!subcommand) return list?.registeredArguments.length ? { command } : { command, unknown: word };
    command = subcommand;
  }
  return { command };
}

/** Text of an error of the library, as one line with a full stop. */
function formatSentence({ code, message }: CommanderError): string {
  if (!code.startsWith('commander.')) return message;
  const line = message
    .replace(/^error: /, '')
    .replace(/\n\((Did you mean .+\?)\)$/, '. $1')
    .replaceAll("'", '"');
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}${/[.?]$/.test(line) ? '' : '.'}`;
}
