const MAX_PERSON = 90;

/** Name of the organization of a person who chose none: a team and a person shall not be mixed up. */
export function nameOrganizationOfPerson(name: string): string {
  return `${name.slice(0, MAX_PERSON).trim()}'s stores`;
}
