import { Argument, type Command, Option } from 'commander';
import { z } from 'zod';
import type { CommandAction } from '../../merchant/action.ts';
import { commands } from '../../merchant/index.ts';
import { parseInWords } from '../../wire/issue-text.ts';
import {
  createChoiceArgument,
  createChoiceOption,
  declare,
  getCommandPath,
  numberOption,
  parseError,
  parseWholeNumber,
  type ReadSettings,
  withSettings,
} from './declare.ts';
import type { Typed } from './run-action.ts';

/** Declares the commands that begin with this word, and their groups. */
export function declareActions(program: Command, settings: ReadSettings, noun: string): void {
  for (const action of commands) {
    const path = action.command.name.split(' ');
    if (path[0] === noun) declareAction(groupOf(program, path.slice(0, -1)), settings, action);
  }
}

/** Returns the command of these words, which is declared for its first sub-command. */
function groupOf(program: Command, path: readonly string[]): Command {
  return path.reduce((parent, name) => {
    const words = GROUPS[`${getCommandPath(parent)} ${name}`.trim()];
    const child = parent.commands.find((each) => each.name() === name);
    if (child) return child;
    if (words) return declare(parent, name, words);
    throw new Error(`No group "${name}" is known below "${parent.name()}".`);
  }, program);
}

const PLACES: Partial<Record<CommandAction['access'], string>> = { store: ' <slug>', organization: ' <id>' };

/** Returns the argument that names where an action is done; empty where an option or nothing does. */
function getPlaceArgument({ access, command }: CommandAction): string {
  return command.members?.place ? '' : (PLACES[access] ?? '');
}

const OUT = 'write a file that you alone can read, which appears when complete; standard output by default';

function declareAction(parent: Command, settings: ReadSettings, action: CommandAction): void {
  const { name, members: _, nulls = {}, password, yes, prints, ...words } = action.command;
  const place = getPlaceArgument(action);
  const examples = [action.access === 'store' ? `${name} my-store` : name];
  const command = declare(parent, `${name.split(' ').at(-1)}${place}`, { examples, ...words });
  const members = listMembers(action);
  const flags = members.filter((member) => !isArgument(member));
  for (const member of members.filter(isArgument)) command.addArgument(createArgument(member));
  const options = [
    ...createAccountOption(action),
    ...flags.map((member) => ({ name: member.name, option: createOption(member) })),
    ...Object.entries(nulls).map(([name, words]) => ({ name, option: new Option(...words), sets: null })),
  ];
  for (const { option } of options) command.addOption(option);
  if (password) command.option('--password-stdin', 'read the password from standard input instead of asking');
  if (yes) command.option('--yes', yes.description);
  if ('file' in prints) command.option('--out <file>', OUT);
  command.action(
    withSettings(settings, async () => {
      const { runAction } = await import('./run-action.ts');
      return (config, ...typed: unknown[]) =>
        runAction(config, action, readTyped(action, members, options, typed));
    }),
  );
}

/** Option that sets a member of the input: to its value, or to `sets`. */
interface MemberOption {
  option: Option;
  name: string;
  sets?: null;
}

function readTyped(action: CommandAction, members: Member[], options: MemberOption[], typedWords: unknown[]) {
  const optionValues = typedWords.at(-2) as Record<string, unknown>;
  const [argument, ...values] = getPlaceArgument(action) === '' ? [undefined, ...typedWords] : typedWords;
  const ofOptions = options.map(({ option, name, sets }) => {
    const value = optionValues[option.attributeName()];
    return [name, value !== undefined && sets === null ? null : value] as const;
  });
  const ofArguments = members.filter(isArgument).map(({ name }, at) => [name, values[at]] as const);
  // A list of optional arguments may be empty.
  const typed = [...ofArguments, ...ofOptions].filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  for (const [name, [flag]] of Object.entries(action.command.nulls ?? {})) {
    const times = typed.filter(([each]) => each === name).length;
    if (times > 1 || (times === 0 && !members.some((each) => each.name === name && each.hasDefault)))
      throw parseError(`Give a ${name}, or ${flag}.`);
  }
  const { place = argument, ...input } = Object.fromEntries(typed);
  const { yes, passwordStdin, out } = optionValues;
  return { input, place, yes, passwordStdin, out } as Typed;
}

function createAccountOption({ access, command }: CommandAction): MemberOption[] {
  if (access !== 'account' || command.ownerOf || command.members?.place) return [];
  const words = command.ofEvery ? 'only of this account' : 'account on whose behalf it acts';
  const option = new Option('--account <e-mail>', words);
  return [{ name: 'place', option: option.makeOptionMandatory(command.ofEvery === undefined) }];
}

function createArgument(member: Member): Argument {
  const { usage, description, choices, isList } = member;
  if (choices) return createChoiceArgument(usage, description, choices);
  const argument = new Argument(usage, description);
  if (isList) return argument.argParser(appendValue);
  return argument.argParser<unknown>((value, earlier) =>
    readText(member, argument.name(), earlier === undefined ? value : `${earlier} ${value}`),
  );
}

function appendValue(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

/** Reads a text as the schema of its member does. */
function readText({ schema, isNullable, bounds }: Member, name: string, text: string): unknown {
  if (isNullable && text === 'default') return null;
  const orDefault = isNullable ? ', or "default"' : '';
  if (bounds) return parseWholeNumber(`<${name}>`, bounds, text, orDefault);
  const parsed = parseInWords(schema, text);
  if (!('issues' in parsed)) return text;
  throw parseError(`<${name}> ${parsed.issues[0]?.message}${orDefault}, not "${text}".`);
}

function createOption({ usage, description, isRequired, isList, choices, bounds }: Member): Option {
  const option = choices
    ? createChoiceOption(usage, description, choices)
    : bounds
      ? numberOption(usage, description, bounds)
      : new Option(usage, description);
  if (isList) option.argParser(appendValue);
  return option.makeOptionMandatory(isRequired);
}

interface JsonKind {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  anyOf?: JsonKind[];
}

type Member = ReturnType<typeof listMembers>[number];

const isArgument = ({ usage }: Member) => /^[<[]/.test(usage);

/** Lists the members of the input that are typed, each with what its schema says. */
function listMembers({ input, command }: CommandAction) {
  const shape: z.ZodRawShape = { ...(command.typed?.shape ?? input).shape, place: z.string() };
  return Object.entries(command.members ?? {}).map(([name, [usage, words]]) => {
    const schema = shape[name] as z.ZodType | undefined;
    if (!schema) throw new Error(`The input has no member "${name}".`);
    const whole = z.toJSONSchema(schema, { io: 'input' }) as JsonKind;
    const { type, enum: choices, minimum, maximum, maxLength } = whole.anyOf?.[0] ?? whole;
    const hasBounds = minimum !== undefined && maximum !== undefined;
    return {
      ...{ name, usage, schema, choices },
      description: words.replace('{max}', String(maxLength ?? maximum)),
      isRequired: !z.safeParse(schema, undefined).success,
      isNullable: z.safeParse(schema, null).success,
      hasDefault: z.safeParse(schema, undefined).data !== undefined,
      isList: type === 'array',
      bounds: hasBounds ? ([minimum, maximum] as [number, number]) : undefined,
    };
  });
}

/** Commands that have only sub-commands, by their words. A `list` among these also runs without being named. */
const GROUPS: Readonly<Record<string, { summary: string; details?: string; examples: readonly string[] }>> = {
  stores: {
    summary: 'List, show, rename, pause, disconnect or delete stores; manage their domains',
    details: 'The service may be running.',
    examples: ['stores', 'stores show my-store', 'stores pause my-store'],
  },
  'stores bulk': {
    summary: 'Pause, test, import, label or switch many stores',
    details:
      'Each store is reported by itself; a store that refuses stops no other one. Running the same again is harmless.',
    examples: ['stores bulk pause --label winter'],
  },
  'stores domains': {
    summary: 'Manage custom domains of a store for official UCP',
    examples: ['stores domains my-store'],
  },
  feeds: {
    summary:
      'Show the addresses of product feeds, renew them, set their rules, and list the feeds for PayPal',
    details: 'Switch the feeds of a store on with: stores feeds my-store on',
    examples: ['feeds show my-store', 'feeds paypal-manifest'],
  },
  jobs: { summary: 'Show background jobs', examples: ['jobs', 'jobs my-store'] },
  users: {
    summary: 'Manage merchant accounts, which sign in to the console',
    examples: ['users', 'users add --email ann@shop.example --name Ann'],
  },
  organizations: {
    summary: 'Manage organizations, which own stores, and their members',
    details:
      'Each account has an organization of its own. Merchants invite others in the console; an operator adds them here.',
    examples: ['organizations'],
  },
  mail: {
    summary: 'See the state of mails, and send a test mail',
    examples: ['mail status', 'mail test ann@shop.example'],
  },
  tokens: {
    summary: 'Manage API tokens of accounts',
    details: `With a token, scripts use the merchant API on behalf of its account:
  curl -H 'Authorization: Bearer uch_…' http://127.0.0.1:8787/api/merchant/me`,
    examples: ['tokens'],
  },
};
