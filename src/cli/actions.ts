import { Argument, type Command, Option } from 'commander';
import { z } from 'zod';
import type { MerchantEndpoint } from '../merchant/action.ts';
import {
  choiceArgument,
  choiceOption,
  declare,
  numberOption,
  type ReadSettings,
  running,
} from './declare.ts';
import type { Offered, Typed } from './run-action.ts';

/** Declares a command for each action that the command line offers, below the parents that `program` has. */
export function declareActions(
  program: Command,
  settings: ReadSettings,
  actions: readonly MerchantEndpoint[],
): void {
  for (const action of actions) if (isOffered(action)) declareAction(program, settings, action);
}

function isOffered(action: MerchantEndpoint): action is Offered {
  return action.command !== undefined;
}

function declareAction(program: Command, settings: ReadSettings, action: Offered): void {
  const { usage, ...words } = action.command;
  const path = usage.split(' ').filter((word) => !isArgument(word));
  const parent = path.slice(0, -1).reduce(childOf, program);
  const command = declare(parent, `${path.at(-1)}${action.access === 'store' ? ' <slug>' : ''}`, words);
  const args = usage.split(' ').filter(isArgument);
  for (const arg of args) command.addArgument(argumentOf(action, arg));
  const account = accountOption(action);
  if (account) command.addOption(account);
  const options = optionsOf(action);
  for (const { option } of options) command.addOption(option);
  const typedIn = (given: unknown[]): Typed => {
    const chosen = given.at(-2) as Record<string, unknown>;
    const [slug, ...values] = action.access === 'store' ? given : [undefined, ...given];
    const members = [
      ...args.map((arg, at) => [memberOf(arg), values[at]] as const),
      ...options.map(({ member, option }) => [member, chosen[option.attributeName()]] as const),
    ];
    const input = Object.fromEntries(members.filter(([, value]) => value !== undefined));
    return { input, slug, account: chosen.account } as Typed;
  };
  command.action(
    running(settings, async () => {
      const { runAction } = await import('./run-action.ts');
      return (config, ...given: unknown[]) => runAction(config, action, typedIn(given));
    }),
  );
}

function accountOption({ access, command }: Offered): Option | undefined {
  if (access !== 'account' || command.ownerOf) return undefined;
  const option = new Option(
    '--account <e-mail>',
    command.ofEvery ? 'only of this account' : 'account on whose behalf it acts',
  );
  return option.makeOptionMandatory(command.ofEvery === undefined);
}

function optionsOf(action: Offered): { member: string; option: Option }[] {
  return Object.entries(action.command.members ?? {}).flatMap(([member, said]) =>
    typeof said === 'string' ? [] : [{ member, option: optionOf(action, member, said) }],
  );
}

function childOf(parent: Command, name: string): Command {
  const child = parent.commands.find((each) => each.name() === name);
  if (child) return child;
  throw new Error(`No command "${name}" is declared below "${parent.name()}".`);
}

function isArgument(word: string): boolean {
  return /^[<[]/.test(word);
}

/** `<token_id>` is the member `token_id`. */
function memberOf(argument: string): string {
  return argument.slice(1, -1).replace('...', '');
}

function argumentOf(action: Offered, name: string): Argument {
  const member = memberOf(name);
  const said = String(action.command.members?.[member] ?? '');
  const { choices } = kindOf(action, member);
  const shown = name.replaceAll('_', '-');
  return choices ? choiceArgument(shown, said, choices) : new Argument(shown, said);
}

function optionOf(action: Offered, member: string, [flags, said]: readonly [string, string]): Option {
  const { isRequired, isList, choices, bounds } = kindOf(action, member);
  const option = choices
    ? choiceOption(flags, said, choices)
    : bounds
      ? numberOption(flags, said, bounds)
      : new Option(flags, said);
  if (isList) option.argParser((value: string, earlier: string[] = []) => [...earlier, value]);
  return option.makeOptionMandatory(isRequired);
}

interface JsonKind {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
}

/** Reads the schema of a member as an option needs it. */
function kindOf({ input }: Offered, member: string) {
  const schema = input.shape[member];
  if (!schema) throw new Error(`The input has no member "${member}".`);
  const {
    type,
    enum: choices,
    minimum,
    maximum,
  } = z.toJSONSchema(schema as z.ZodType, { io: 'input' }) as JsonKind;
  return {
    isRequired: !z.safeParse(schema, undefined).success,
    isList: type === 'array',
    choices,
    bounds:
      minimum === undefined || maximum === undefined ? undefined : ([minimum, maximum] as [number, number]),
  };
}
