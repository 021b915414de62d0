import { isObject } from '../src/commerce/json/is-object.ts';
import type { Call } from './endpoint.ts';
import { type Json, objectsIn, type Path, pathOf, textIn } from './paths.ts';

/** Everything that a failed answer says about how to go on. */
export interface Failure {
  code: string;
  message: string;
  /** Member of the request that is wrong. */
  field: Path | undefined;
  next: { tool: string; arguments: Json | undefined; isSame: boolean } | undefined;
  choices: { id: string; title: string }[];
}

/** Reads a failure of any endpoint: `{error}` of the contract, `messages` of UCP, `{error, next}`, or JSON-RPC's. */
export function readFailure(body: Json): Failure {
  const error = isObject(body.error) ? body.error : body;
  const data = isObject(body.data) ? body.data : error;
  const [detail] = [
    ...objectsIn(data.details),
    ...objectsIn(data.messages).filter(({ type }) => type === 'error'),
  ];
  const message = textIn(detail?.message ?? detail?.content ?? error.message ?? error.error);
  const field = textIn(error.field ?? detail?.path) || fieldNamedIn(message);
  return {
    code: textIn(detail?.code ?? data.code ?? error.code),
    message,
    field: field === '' ? undefined : pathOf(field),
    next: nextIn(body),
    choices: objectsIn(error.choices).map(({ id, title }) => ({ id: textIn(id), title: textIn(title) })),
  };
}

/** Reads a text that begins with the member: `line_items.0.item.id must be …`. */
function fieldNamedIn(message: string): string {
  return /^([a-z_]+(?:[.[][\w\]]+)*) (?:must|is required|is not|Invalid|Too)/.exec(message)?.[1] ?? '';
}

function nextIn({ next }: Json): Failure['next'] {
  if (!isObject(next) || typeof next.tool !== 'string') return undefined;
  const input = isObject(next.arguments) ? next.arguments : undefined;
  return { tool: next.tool, arguments: input, isSame: next.same_arguments === true };
}

/** Returns the tool named in a failure whose name has the most words of the one that was called. */
export function nearestTool({ message }: Failure, { tool }: Call): string | undefined {
  const tools = /The tools are ([\w, ]+)\./.exec(message)?.[1]?.split(', ') ?? [];
  const words = tool.split('_');
  const rated = tools.map((name) => {
    const own = name.split('_');
    const shared = own.filter((word) => words.includes(word)).length;
    return { name, shared, verb: own[0] === words[0] ? 1 : 0, extra: own.length - shared };
  });
  const [best] = rated
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared || other.verb - one.verb || one.extra - other.extra);
  return best?.name;
}

/** Pieces that a text says can be had: `Only 2 of …`, `(2 remaining)`. */
export function piecesIn(text: string): number | undefined {
  const [, only, remaining] = /\bonly (\d+)\b|\((\d+) remaining\)/i.exec(text) ?? [];
  const pieces = only ?? remaining;
  return pieces === undefined ? undefined : Number(pieces);
}
