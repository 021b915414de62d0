import type { z } from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a URL, such as https://shop.example.com',
  uuid: 'a UUID',
  date: 'a date, such as 2026-01-31',
  datetime: 'an instant, such as 2026-01-31T12:00:00Z',
};

/** Completes the name of a wrong member to a sentence: `must be an integer`. Undefined where zod's own text is as good. */
export function issueText(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return describeExpected(issue, TYPES[issue.expected]);
    case 'invalid_format':
      return describeExpected(issue, FORMATS[issue.format]);
    case 'invalid_value':
      return describeExpected(issue, formatChoice(issue.values));
    case 'too_small':
      return Number(issue.minimum) === 1 && issue.origin === 'string'
        ? 'must not be empty'
        : formatSize(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return formatSize(issue.origin, 'at most', issue.maximum);
    case 'unrecognized_keys':
      return `${issue.path?.length ? '' : 'The input '}must not have ${formatFirst(issue.keys)}`;
    case 'invalid_union':
      return issue.errors.flat().find((each) => !isEmptyText(each))?.message;
    default:
      return undefined;
  }
}

const MAX_NAMED = 20;

/** Names a few: a body may have thousands of unknown members. */
function formatFirst(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return more > 0 ? `${names.slice(0, MAX_NAMED).join(', ')} and ${more} more members` : names.join(', ');
}

function describeExpected(issue: { input?: unknown }, what: string | undefined): string | undefined {
  return what && createExpectation(what)(issue);
}

export function createExpectation(what: string) {
  return ({ input }: { input?: unknown }) => `${input === undefined ? 'is required:' : 'must be'} ${what}`;
}

const IN_WORDS = { error: issueText };

/** Parses a value once; issues are in these texts where the schema has none. The size of another type is no issue. */
export function parseInWords<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { data: z.output<Schema> } | { issues: readonly z.core.$ZodIssue[] } {
  const { data, error } = schema.safeParse(value, IN_WORDS);
  if (!error) return { data };
  const { issues } = error;
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(formatPath));
  return {
    issues: pickDistinct(issues.filter((each) => !SIZES.has(each.code) || !mistyped.has(formatPath(each)))),
  };
}

const SIZES: ReadonlySet<string> = new Set(['too_small', 'too_big']);

/** A huge integer exceeds the safe ones and the schema's own bound, which have one text. */
function pickDistinct(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  return [...new Map(issues.map((issue) => [`${formatPath(issue)} ${issue.message}`, issue])).values()];
}

function formatPath({ path }: z.core.$ZodIssue): string {
  return path.join('.');
}

/** Leaves out the empty text, which forms send for a field without a value. */
function formatChoice(values: readonly unknown[]): string {
  const choices = values.filter((value) => value !== '').map(String);
  return choices.length === 1 ? (choices[0] ?? '') : `one of ${choices.join(', ')}`;
}

function isEmptyText(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_value' && issue.values.every((value) => value === '');
}

function formatSize(origin: string, bound: 'at least' | 'at most', size: number | bigint) {
  if (origin === 'string') return `must have ${bound} ${size} characters`;
  if (origin === 'array') return `must have ${bound} ${size} ${Number(size) === 1 ? 'entry' : 'entries'}`;
  return origin === 'number' || origin === 'int' ? `must be ${bound} ${size}` : undefined;
}
