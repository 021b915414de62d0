import type { z } from 'zod';

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** Members of a wire object under their names in the domain. */
type InDomain<Wire> = { [Name in keyof Wire as Camel<Name & string>]: Wire[Name] };

/** Copies the members that the schema names, and no others. */
export function toWire<Wire extends z.ZodObject>(
  wire: Wire,
  source: InDomain<z.output<Wire>>,
): z.output<Wire> {
  const members: Record<string, unknown> = { ...source };
  const inDomain = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.keys(wire.shape).map((name) => [name, members[inDomain(name)]]),
  ) as z.output<Wire>;
}
