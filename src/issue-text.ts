import type { z } from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
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

/** Completes the name of a wrong member to a sentence: `must be a whole number`. Undefined where zod's own text is as good. */
export function issueText(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return wanted(issue.input, TYPES[issue.expected]);
    case 'invalid_format':
      return wanted(issue.input, FORMATS[issue.format]);
    case 'invalid_value':
      return wanted(issue.input, choiceOf(issue.values));
    case 'too_small':
      return Number(issue.minimum) === 1 && issue.origin === 'string'
        ? 'must not be empty'
        : sizeText(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return sizeText(issue.origin, 'at most', issue.maximum);
    case 'unrecognized_keys':
      return `${issue.path?.length ? '' : 'The input '}must not have ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return issue.errors.flat().find((each) => !isEmptyText(each))?.message;
    default:
      return undefined;
  }
}

function wanted(input: unknown, what: string | undefined): string | undefined {
  return what && `${input === undefined ? 'is required:' : 'must be'} ${what}`;
}

/** Issues of a value that the schema refuses, in these texts where the schema has none. */
export function issuesOf(schema: z.ZodType, value: unknown): readonly z.core.$ZodIssue[] {
  return schema.safeParse(value, { error: issueText }).error?.issues ?? [];
}

/** Leaves out the empty text, which forms send for a field without a value. */
function choiceOf(values: readonly unknown[]): string {
  const choices = values.filter((value) => value !== '').map(String);
  return choices.length === 1 ? (choices[0] ?? '') : `one of ${choices.join(', ')}`;
}

function isEmptyText(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_value' && issue.values.every((value) => value === '');
}

function sizeText(origin: string, bound: 'at least' | 'at most', size: number | bigint): string | undefined {
  if (origin === 'string') return `must have ${bound} ${size} characters`;
  if (origin === 'array') return `must have ${bound} ${size} ${Number(size) === 1 ? 'entry' : 'entries'}`;
  return origin === 'number' || origin === 'int' ? `must be ${bound} ${size}` : undefined;
}
