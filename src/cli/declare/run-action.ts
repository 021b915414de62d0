import { toNotFoundError } from '../../commerce/errors.ts';
import { requireAccount, requireOrganization } from '../../merchant/access.ts';
import type { CommandAction } from '../../merchant/action.ts';
import type { Installation, Place } from '../../merchant/command.ts';
import type { Diagnostic } from '../../merchant/discovery/diagnostic.ts';
import type { OperatorVisit } from '../../merchant/visit.ts';
import { validate } from '../../protocols/invoke.ts';
import type { Service } from '../../service.ts';
import type { Config } from '../../settings/config.ts';
import { formatColumns, printDiagnostics } from '../shell/format.ts';
import { createOperatorVisit, onService, openAsOperator } from '../shell/on-service.ts';
import { readPassword } from '../shell/secret-input.ts';
import { type Outcome, paint, reportDone, toTypedCommand, UsageError } from '../shell/terminal.ts';
import { writeText } from '../shell/write-text.ts';

/** Words that were typed: input of the action, and whom or what it is for. */
export interface Typed {
  input: Record<string, unknown>;
  /** Slug of a store, id of an organization, or e-mail address of an account. */
  place?: string;
  yes?: boolean;
  passwordStdin?: boolean;
  /** File for a streamed text. */
  out?: string;
}

interface Answered {
  place: Place;
  /** Members of answers that are printed alike for all actions. */
  answer: { items?: object[]; diagnostics?: readonly Diagnostic[] };
}

/** Runs an action as the operator. Its errors are printed, not logged. */
export async function runAction(config: Config, action: CommandAction, commandLine: Typed) {
  const { command } = action;
  const { password: member } = command;
  const password = member && { [member]: await readPassword(commandLine.passwordStdin) };
  const run = async (service: Service) => {
    const operator = createOperatorVisit(service);
    const typed = (await command.typed?.toInput(commandLine.input, operator)) ?? commandLine.input;
    const input = validate(action, { ...typed, ...password }) as Record<string, unknown>;
    if (command.yes && !commandLine.yes)
      throw new UsageError(`Add --yes to ${await command.yes.describeRefusal(operator, input)}`);
    const visits = await createVisits(service, action, { ...commandLine, input });
    const answers = await Promise.all(
      visits.map(async ({ place, visit }) => {
        const { body: answer, stream } = await action.run(visit, input);
        return { place, answer, stream };
      }),
    );
    if (answers[0]?.stream) return writeText(answers[0].stream, commandLine);
    // Runs the enqueued jobs here, because the service may not be running.
    if (command.jobs) await service.runnerOf(command.jobs).drain();
    const { about, now } = service.context;
    return toOutcome(action, answers, { about, now, commandOf: toTypedCommand, typed: commandLine.input });
  };
  return onService({ ...config, logLevel: 'silent' }, run, command.begins);
}

type AnyVisit = Parameters<CommandAction['run']>[0];

type VisitAt = { place: Place; visit: AnyVisit };

async function createVisits(service: Service, action: CommandAction, typed: Typed): Promise<VisitAt[]> {
  const request = { ...createOperatorVisit(service), address: '', userAgent: '', headers: {} };
  const { access } = action;
  if (access === 'operator') return [{ place: {}, visit: request as OperatorVisit as AnyVisit }];
  if (access === 'store') {
    const at = await openAsOperator(service, typed.place ?? '');
    return [{ place: { slug: at.store.slug }, visit: { ...request, ...at } as AnyVisit }];
  }
  if (access === 'organization') {
    const organization = await requireOrganization(request, typed.place ?? '');
    return [{ place: { organization: organization.name }, visit: { ...request, organization } as AnyVisit }];
  }
  return (await listAccounts(request, action, typed)).map((each) => ({
    place: { account: each.email },
    visit: { ...request, identity: { account: each, via: 'command line' } } as AnyVisit,
  }));
}

async function listAccounts(operator: OperatorVisit, { command }: CommandAction, { place, input }: Typed) {
  if (place !== undefined) return [await requireAccount(operator, place)];
  if (command.ofEvery) return operator.context.accounts.list();
  const owner = await command.ownerOf?.(operator, input);
  if (owner) return [owner];
  throw toNotFoundError(`There is no such id. See: ${toTypedCommand(command.name.split(' ')[0] ?? '')}`);
}

function toOutcome({ command }: CommandAction, answers: Answered[], installation: Installation): Outcome {
  const { prints, name } = command;
  if ('columns' in prints) return formatTable({ ...prints, name }, answers, installation);
  const [{ place, answer } = { place: {}, answer: {} }] = answers;
  const data = { ...place, ...answer };
  if ('done' in prints) {
    const bold = place.slug === undefined ? place : { slug: paint('bold', place.slug) };
    return reportDone(data, prints.done(answer as never, bold, installation));
  }
  if ('text' in prints) return { data, text: prints.text(answer as never, place) };
  const [head = [], ...rows] = 'details' in prints ? prints.details(answer as never, installation) : [];
  return { data, text: formatColumns(head, rows) + formatDiagnostics(answer) };
}

type Prints = CommandAction['command']['prints'];
type Table = Extract<Prints, { columns: object }> & { name: string };

function formatTable(prints: Table, answers: Answered[], installation: Installation): Outcome {
  const rows = answers.flatMap(({ place, answer }) =>
    (answer.items ?? []).map((item) => ({ ...item, ...place })),
  ) as never[];
  if (rows.some((row) => prints.isRefusal?.(row))) process.exitCode = 1;
  const cells = rows.map((row) => Object.values(prints.columns).map((cell) => cell(row, installation)));
  const help = prints.seeAlso ?? `${prints.name.replace(/ list$/, '')} --help`;
  const none = `${prints.none} See: ${toTypedCommand(help)}`;
  return { data: rows, text: rows.length === 0 ? none : formatColumns(Object.keys(prints.columns), cells) };
}

/** Prints the diagnostics of an answer, and sets exit code 1 when one is a problem. */
function formatDiagnostics({ diagnostics }: Answered['answer']): string {
  if (diagnostics === undefined) return '';
  if (diagnostics.some(({ level }) => level === 'problem')) process.exitCode = 1;
  return `\n\n${printDiagnostics(diagnostics)}`;
}
