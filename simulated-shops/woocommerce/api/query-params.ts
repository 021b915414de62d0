import { invalidParams, type ParamProblem } from '../wordpress-error.ts';

/** As parsed by the server: a repeated name becomes an array. */
export type Query = Record<string, string | string[] | undefined>;

type Reading<T> = { value: T } | { problem: ParamProblem };
/** Reads the values of a parameter: none when absent, several for `name[]=` and `a,b`. */
type Reader<T> = (name: string, texts: string[] | undefined) => Reading<T>;

/** Reads the known parameters and ignores all others; 400 `rest_invalid_param` names all that are wrong at once. */
export function readParams<T extends object>(query: Query, readers: { [K in keyof T]: Reader<T[K]> }): T {
  const problems: Record<string, ParamProblem> = {};
  const values: Partial<T> = {};
  for (const name of Object.keys(readers) as (keyof T & string)[]) {
    const reading = readers[name](name, textsOf(query, name));
    if ('problem' in reading) problems[name] = reading.problem;
    else values[name] = reading.value;
  }
  if (Object.keys(problems).length > 0) throw invalidParams(problems);
  return values as T;
}

function textsOf(query: Query, name: string): string[] | undefined {
  const value = query[name] ?? query[`${name}[]`] ?? query[`${name}[0]`];
  return value === undefined ? undefined : [value].flat();
}

export function integer(
  fallback: number,
  minimum: number,
  maximum = Number.MAX_SAFE_INTEGER,
): Reader<number> {
  return (name, texts) => {
    if (texts === undefined) return { value: fallback };
    const number = Number(texts.at(-1));
    if (!Number.isInteger(number)) return problem('rest_invalid_type', `${name} is not of type integer.`);
    if (number >= minimum && number <= maximum) return { value: number };
    const upTo = maximum === Number.MAX_SAFE_INTEGER;
    const bounds = upTo
      ? `must be greater than or equal to ${minimum}`
      : `must be between ${minimum} (inclusive) and ${maximum} (inclusive)`;
    return problem('rest_out_of_bounds', `${name} ${bounds}`);
  };
}

/** Undefined when absent. */
export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (name, texts) => (texts === undefined ? { value: undefined } : reader(name, texts));
}

export function text(): Reader<string> {
  return (_name, texts) => ({ value: texts?.at(-1) ?? '' });
}

export function textList(): Reader<string[]> {
  return (_name, texts) => ({ value: split(texts) });
}

/** `1,2`, `include[]=1&include[]=2`; empty when not given. */
export function idList(): Reader<number[]> {
  return (name, texts) => {
    const numbers = split(texts).map(Number);
    const wrong = numbers.findIndex((number) => !Number.isInteger(number));
    if (wrong < 0) return { value: numbers };
    return problem('rest_invalid_type', `${name}[${wrong}] is not of type integer.`);
  };
}

export function oneOf<T extends string>(choices: readonly T[], fallback: T): Reader<T> {
  return (name, texts) => {
    const match = choices.find((choice) => choice === (texts?.at(-1) ?? fallback));
    return match === undefined ? notOneOf(name, choices) : { value: match };
  };
}

/** Several of the choices; empty when not given. */
export function someOf<T extends string>(choices: readonly T[]): Reader<T[]> {
  return (name, texts) => {
    const words = split(texts);
    const valid = choices.filter((choice) => words.includes(choice));
    const wrong = words.findIndex((each) => !isChoice(choices, each));
    return wrong < 0 ? { value: valid } : notOneOf(`${name}[${wrong}]`, choices);
  };
}

function isChoice(choices: readonly string[], text: string): boolean {
  return choices.includes(text);
}

function notOneOf(name: string, choices: readonly string[]): { problem: ParamProblem } {
  const list = `${choices.slice(0, -1).join(', ')}, and ${choices.at(-1)}`;
  return problem('rest_not_in_enum', `${name} is not one of ${list}.`);
}

function split(texts: string[] | undefined): string[] {
  return (texts ?? []).flatMap((each) => each.split(/[\s,]+/)).filter((each) => each !== '');
}

function problem(code: string, message: string): { problem: ParamProblem } {
  return { problem: { code, message } };
}
