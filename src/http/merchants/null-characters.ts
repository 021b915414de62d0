import { createMemberError } from '../../commerce/errors.ts';

interface Member {
  name: string;
  value: unknown;
  /** Undefined for a member of the input itself. */
  of?: Member;
}

/** Throws `invalid_input` for a text that PostgreSQL neither stores nor looks for, and names its member. */
export function refuseNullCharacters<Input extends object>(input: Input): Input {
  // No recursion: a body may be nested deeply.
  const open: Member[] = [];
  addMembers(open, input);
  for (let member = open.pop(); member; member = open.pop()) {
    const { value } = member;
    if (typeof value === 'string' && value.includes('\u0000'))
      throw createMemberError(buildPath(member), 'must not contain control characters');
    if (typeof value === 'object' && value !== null) addMembers(open, value, member);
  }
  return input;
}

/** Adds one after the other: a list may have more entries than a call may have arguments. */
function addMembers(open: Member[], value: object, of?: Member): void {
  for (const [name, member] of Object.entries(value).toReversed())
    open.push({ name, value: member, ...(of && { of }) });
}

function buildPath(member: Member): string {
  const names: string[] = [];
  for (let at: Member | undefined = member; at; at = at.of) names.push(at.name);
  return names.toReversed().join('.');
}
