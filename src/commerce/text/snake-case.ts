export type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** Members of a row or wire object under their names in the domain. */
type InDomain<Wire> = { [Name in keyof Wire as Camel<Name & string>]: Wire[Name] };

/** Copies the members with these names on the wire, and no others. */
export function toSnakeCase<Wire>(names: readonly string[], source: InDomain<Wire>): Wire {
  const members: Record<string, unknown> = { ...source };
  return Object.fromEntries(names.map((name) => [name, members[toCamelCaseName(name)]])) as Wire;
}

export function toCamelCaseName(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Leaves a name that is in snake case already. */
export function toSnakeCaseName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
