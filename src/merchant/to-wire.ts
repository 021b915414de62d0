import { z } from 'zod';
import { type Camel, toCamelCaseName } from '../commerce/text/snake-case.ts';

/** Value of a schema of the wire in the names of the domain: `createdAt` for `created_at`. */
export type DomainOf<Schema extends z.ZodType> = InDomain<z.output<Schema>>;

type InDomain<Wire> = Wire extends readonly (infer Item)[]
  ? readonly InDomain<Item>[]
  : Wire extends object
    ? { [Name in keyof Wire as Camel<Name & string>]: InDomain<Wire[Name]> }
    : Wire;

/** Copies the members that the schema names, at any depth, and no others. Records and unions are copied as they are. */
export function toWire<Schema extends z.ZodType>(schema: Schema, value: DomainOf<Schema>): z.output<Schema> {
  return copyValue(schema, value) as z.output<Schema>;
}

function copyValue(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly)
    return copyValue(schema.unwrap(), value);
  if (schema instanceof z.ZodArray)
    return (value as unknown[]).map((item) => copyValue(schema.element, item));
  if (!(schema instanceof z.ZodObject) || schema.def.catchall) return value;
  const source = value as Record<string, unknown>;
  return Object.fromEntries(
    getMembers(schema).map(([name, member, nameInDomain]) => [name, copyValue(member, source[nameInDomain])]),
  );
}

type Member = readonly [name: string, schema: z.core.$ZodType, nameInDomain: string];

const membersBySchema = new WeakMap<z.ZodObject, readonly Member[]>();

/** Names each member of a schema once: a list has thousands of rows. */
function getMembers(schema: z.ZodObject): readonly Member[] {
  const cached = membersBySchema.get(schema);
  if (cached) return cached;
  const members = Object.entries(schema.shape).map(
    ([name, member]) => [name, member, toCamelCaseName(name)] as const,
  );
  membersBySchema.set(schema, members);
  return members;
}
