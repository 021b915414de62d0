type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** Members of a wire object under their names in the domain. */
type InDomain<Wire> = { [Name in keyof Wire as Camel<Name & string>]: Wire[Name] };

/** Copies the members with these names on the wire, and no others. */
export function toSnakeCase<Wire>(names: readonly string[], source: InDomain<Wire>): Wire {
  const members: Record<string, unknown> = { ...source };
  const inDomain = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(names.map((name) => [name, members[inDomain(name)]])) as Wire;
}
