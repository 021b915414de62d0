import { Argument, type Command, CommanderError, Option } from 'commander';
import { pickNearestWord } from '../../../search/index.ts';
import type { Config } from '../../settings/config.ts';
import { type JsonOption, type Outcome, say, toTypedCommand } from '../shell/terminal.ts';

/** Reads the settings and prints warnings about them. `isLogged`: the service logs them itself. */
export type ReadSettings = (options?: { isLogged?: boolean }) => Promise<Config>;

/** Runs a function that is imported when the command runs, and prints its outcome, if any. */
export function withSettings<Given extends unknown[]>(
  settings: ReadSettings,
  load: () => Promise<(config: Config, ...args: Given) => Promise<Outcome | undefined> | Promise<void>>,
) {
  return async (...args: Given) => {
    const outcome = await (await load())(await settings(), ...args);
    if (outcome) print(outcome, args);
  };
}

/** Like `withSettings`, for a function that needs no settings. */
export function withPrinting<Given extends unknown[]>(work: (...args: Given) => Promise<Outcome>) {
  return async (...args: Given) => print(await work(...args), args);
}

/** The command itself comes last, after its arguments and options. */
function print({ data, text }: Outcome, args: readonly unknown[]): void {
  const { json } = (args.at(-1) as Command).opts<JsonOption>();
  say(json ? JSON.stringify(data, null, 2) : text);
}

interface Declaration {
  summary: string;
  /** Paragraphs below the usage, after the summary. */
  details?: string;
  /** Arguments after the binary's name, one example a line. */
  examples?: readonly string[];
  /** True for a command without a result. */
  isWithoutJson?: true;
}

const examples = new WeakMap<Command, readonly string[]>();

export function getExamples(command: Command): readonly string[] {
  return examples.get(command) ?? [];
}

/** `usage`: name and arguments. A sub-command `list` also runs when its parent is called alone. */
export function declare(parent: Command, usage: string, { summary, details, ...rest }: Declaration): Command {
  const command = parent.command(usage, { isDefault: /^list\b/.test(usage) });
  command.helpCommand(false).summary(summary);
  const [first] = command.registeredArguments;
  if (first?.name() === 'slug') first.description = 'store, as listed by: stores list';
  if (first?.name() === 'id') first.description = 'organization, as listed by: organizations list';
  // The help wraps paragraphs to the terminal; indented lines stay.
  const paragraphs = details?.replace(/(\S)\n(?=\S)/g, '$1 ');
  command.description([`${summary}.`, paragraphs ?? []].flat().join('\n\n'));
  if (rest.isWithoutJson) withoutJson.add(command);
  return withExamples(command, rest.examples ?? []);
}

export function withExamples(command: Command, lines: readonly string[]): Command {
  examples.set(command, lines);
  if (lines.length === 0) return command;
  const typed = lines.map((line) => `  ${toTypedCommand(line)}`);
  return command.addHelpText('after', ['', 'Examples:', ...typed].join('\n'));
}

const withoutJson = new WeakSet<Command>();

/** Adds `--json`, as the last option, to each command that prints a result. */
export function addJsonOptions(command: Command): void {
  for (const each of command.commands) addJsonOptions(each);
  if (command.commands.length > 0 || withoutJson.has(command)) return;
  command.option('--json', 'print JSON, for scripts');
}

/** Argument with a closed list of values; another value is refused with the nearest one. */
export function createChoiceArgument(name: string, description: string, values: readonly string[]): Argument {
  const argument = new Argument(name, description).choices(values);
  return argument.argParser((value) => requireOneOf(argument.name(), values, value));
}

/** Option with a closed list of values; another value is refused with the nearest one. */
export function createChoiceOption(flags: string, description: string, values: readonly string[]): Option {
  const option = new Option(flags, `${description}: ${joinWithOr(values)}`);
  return option.argParser((value) => requireOneOf(`--${option.name()}`, values, value));
}

export function numberOption(flags: string, description: string, [min, max]: [number, number]): Option {
  const option = new Option(flags, `${description}, ${min} to ${max}`);
  return option.argParser((value) => parseWholeNumber(`--${option.name()}`, [min, max], value));
}

export function parseWholeNumber(name: string, [min, max]: [number, number], value: string, or = ''): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw parseError(`${name} must be a whole number from ${min} to ${max}${or}, not "${value}".`);
}

function requireOneOf(name: string, values: readonly string[], value: string): string {
  if (values.includes(value)) return value;
  throw createUnknownWordError(name, value, values);
}

/** Longest list of values that an error shows. */
const MAX_LISTED = 6;

/** Error for a word that is not in a closed list: names the nearest one, or all when there are few. */
export function createUnknownWordError(kind: string, word: string, words: readonly string[], before = '') {
  const begun = word.length > 1 ? words.filter((each) => each.startsWith(word)) : [];
  const nearest = begun.length === 1 ? begun[0] : pickNearestWord(word.toLowerCase(), words);
  const all = words.length <= MAX_LISTED ? ` It must be ${joinWithOr(words)}.` : '';
  const hint = nearest === undefined ? all : ` Did you mean "${before}${nearest}"?`;
  return parseError(`Unknown ${kind} "${before}${word}".${hint}`);
}

/** `cart, order or discount`. */
export function joinWithOr(words: readonly string[]): string {
  return words.join(', ').replace(/, (?=[^,]*$)/, ' or ');
}

/** Error of the arguments, which is printed with the command whose help explains them. */
export function parseError(message: string): CommanderError {
  return new CommanderError(2, 'ucp-host.usage', message);
}

/** Name of a command after its parents' names, without the binary's. */
export function getCommandPath(command: Command): string {
  return command.parent === null ? '' : `${getCommandPath(command.parent)} ${command.name()}`.trim();
}
