export type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

export type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : Name;

/** Members of a row or wire object under their names in the domain. */
export type InDomain<Wire> = { [Name in keyof Wire as Camel<Name & string>]: Wire[Name] };

/** Copies all members of a row, also those beyond its type, under their names in the domain. */
export function inDomain<Row extends object>(row: Row): InDomain<Row> {
  return renamed(row, camelCase) as InDomain<Row>;
}

/** Copies all members of a record, also those beyond its type, under their names as columns. */
export function asColumns<Source extends object>(
  record: Source,
): { [Name in keyof Source as Snake<Name & string>]: Source[Name] } {
  return renamed(record, snakeCase) as ReturnType<typeof asColumns<Source>>;
}

function renamed(source: object, rename: (name: string) => string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [rename(name), value]));
}

/** Copies the members with these names on the wire, and no others. */
export function toSnakeCase<Wire>(names: readonly string[], source: InDomain<Wire>): Wire {
  const members: Record<string, unknown> = { ...source };
  return Object.fromEntries(names.map((name) => [name, members[camelCase(name)]])) as Wire;
}

export function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Leaves a name that is in snake case already. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
