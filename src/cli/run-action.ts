import { CommerceError } from '../commerce/errors.ts';
import type { AnyVisit, MerchantEndpoint } from '../merchant/action.ts';
import type { CommandWords, Place } from '../merchant/command.ts';
import { COMMAND_LINE } from '../merchant/visit.ts';
import { validate } from '../protocols/invoke.ts';
import type { Service } from '../service.ts';
import type { Config } from '../settings/config.ts';
import type { Account } from '../storage/repositories/account-rows.ts';
import { typed } from './command-name.ts';
import { asOperator, onService } from './on-service.ts';
import { inColumns } from './table.ts';
import { done, type Outcome } from './terminal.ts';
import { accountOf } from './users.ts';

/** Action of the merchant API that the command line offers. */
export type Offered = MerchantEndpoint & { command: CommandWords<never> };

/** Words that were typed: input of the action, and whom or what it is for. */
export interface Typed {
  input: Record<string, unknown>;
  slug?: string;
  /** E-mail address. */
  account?: string;
}

type Answer = Record<string, unknown>;

/** Runs a merchant's action as the operator. Its errors are printed, not logged. */
export function runAction(config: Config, action: Offered, given: Typed): Promise<Outcome> {
  return onService({ ...config, logLevel: 'silent' }, async (service) => {
    const input = validate(action, given.input) as Record<string, unknown>;
    const visits = await visitsOf(service, action, { ...given, input });
    const answers = await Promise.all(
      visits.map(async ({ place, visit }) => {
        const { body } = await action.run(visit, input);
        return { place, answer: body as Answer };
      }),
    );
    // Runs the enqueued jobs here, because the service may not be running.
    if (action.command.jobs) await service.runnerOf(action.command.jobs).drain();
    return outcomeOf(action, answers);
  });
}

interface Asked {
  place: Place;
  visit: AnyVisit;
}

async function visitsOf(
  service: Service,
  action: Offered,
  { slug, account, input }: Typed,
): Promise<Asked[]> {
  const { context } = service;
  const request = {
    context,
    requestId: context.newId(),
    address: '',
    userAgent: '',
    headers: {},
    actor: COMMAND_LINE,
  };
  if (action.access === 'store' && slug !== undefined)
    return [{ place: { slug }, visit: { ...request, ...(await asOperator(service, slug)) } as AnyVisit }];
  return (await accountsOf(service, action, account, input)).map((each) => ({
    place: { account: each.email },
    visit: { ...request, identity: { account: each, via: 'command line' } } as AnyVisit,
  }));
}

async function accountsOf(
  service: Service,
  { command }: Offered,
  email: string | undefined,
  input: Answer,
): Promise<Account[]> {
  if (email !== undefined) return [await accountOf(service, email)];
  if (command.ofEvery) return service.context.accounts.list();
  const owner = await command.ownerOf?.(service.context, input);
  if (owner) return [owner];
  throw new CommerceError(
    'not_found',
    `There is no such id. See: ${typed(command.usage.split(' ')[0] ?? '')}`,
  );
}

function outcomeOf(
  { command: { prints, usage } }: Offered,
  answers: { place: Place; answer: Answer }[],
): Outcome {
  if ('columns' in prints) {
    const rows = answers.flatMap(({ place, answer }) =>
      (answer.items as object[]).map((item) => ({ ...item, ...place })),
    ) as never[];
    const cells = rows.map((row) => Object.values(prints.columns).map((cell) => cell(row)));
    const none = `${prints.none} See: ${typed(`${usage.split(' ')[0]} --help`)}`;
    return { data: rows, text: rows.length === 0 ? none : inColumns(Object.keys(prints.columns), cells) };
  }
  const [{ place, answer } = { place: {}, answer: {} }] = answers;
  const data = { ...place, ...answer };
  return 'done' in prints
    ? done(data, prints.done(answer as never, place))
    : { data, text: prints.text(answer as never, place) };
}
