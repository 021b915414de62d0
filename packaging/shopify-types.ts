import { execFileSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  type GraphQLUnionType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  typeFromAST,
} from 'graphql';
import type { z } from 'zod';
import type { ApiName, Document } from '../src/store-platforms/shopify/client/document.ts';
import { publishedSchema } from '../testing/published-schema.ts';

const DOCUMENTS = new URL('../src/store-platforms/shopify/documents/', import.meta.url);
const BIOME = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));
export const SHOPIFY_TYPES = new URL('../client/operations.generated.ts', DOCUMENTS);

const HEAD =
  '// Generated from the documents and the published schemas by `npm run shopify:types`; a test compares it. Do not edit.\n';
/** Longer enumerations, such as countries, are written as `string`. */
const MAX_ENUM_VALUES = 30;
/** Fragments with a longer schema are written once and referred to by name. */
const MAX_INLINE_LENGTH = 100;
const INPUT_TYPES: Readonly<Record<string, string>> = { Boolean: 'boolean', Float: 'number', Int: 'number' };
/** Names of enumerations are not checked in answers: Shopify adds some without a new API version. */
const SCALARS: Readonly<Record<string, string>> = {
  Boolean: 'z.boolean()',
  DateTime: 'instant',
  Float: 'z.number()',
  ID: 'gid',
  Int: 'z.int()',
};
/** Members of inputs that are sent; of the other members no type is written. */
const SENT: Readonly<Record<string, readonly string[]>> = {
  CartAddressInput: ['deliveryAddress'],
  CartBuyerIdentityInput: ['countryCode', 'email'],
  CartInput: ['attributes', 'buyerIdentity', 'delivery', 'discountCodes', 'lines'],
  CartLineInput: ['merchandiseId', 'quantity'],
  CartLineUpdateInput: ['id', 'quantity'],
  WebhookSubscriptionInput: ['filter', 'format', 'uri'],
};
/** Selections that `wire.ts` converts, by their type and fields. */
const CONVERTED: Readonly<Record<string, string>> = {
  'MoneyV2 amount currencyCode': 'money',
  'MoneyBag presentmentMoney': 'presentment',
  'PageInfo hasNextPage endCursor': 'pageInfo',
};
/** Checks beyond the published type. An unreadable brand must not part a shop from its agents. */
const CHECKS: Readonly<Record<string, (schema: string) => string>> = {
  'Cart.checkoutUrl': () => 'webAddress',
  'Domain.url': () => 'webAddress',
  'Shop.brand': (schema) => `${schema}.catch(null)`,
};

/** Every document of Shopify's APIs; one that is made for a number of handles is made for `handleCount`. */
export async function shopifyDocuments(
  handleCount: number,
): Promise<Document<ApiName, unknown, z.ZodType>[]> {
  const files = (await readdir(DOCUMENTS)).toSorted();
  const modules: object[] = await Promise.all(files.map((file) => import(new URL(file, DOCUMENTS).href)));
  return modules
    .flatMap((module) => Object.values(module))
    .map((exported) => (typeof exported === 'function' ? exported(handleCount) : exported));
}

/** Writes the type of the variables and the schema of the answer of every document. */
export async function shopifyTypes(): Promise<string> {
  const documents = await shopifyDocuments(1);
  const types = new Map<string, string>();
  const schemas = new Map<string, string>();
  const variables: string[] = [];
  const answers: string[] = [];
  for (const api of ['Admin', 'Storefront'] as const) {
    const schema = await publishedSchema(api === 'Admin' ? 'admin' : 'storefront');
    const own = documents
      .filter((each) => each.api === api)
      .map(({ name, text }) => ({ name, ...operationOf(schema, { types, schemas }, text) }));
    variables.push(
      `export interface ${api}Variables ${block(own.map((each) => `${each.name}: ${each.variables}`))}\n`,
    );
    answers.push(
      `export const ${api.toLowerCase()}Answers = ${literal(own.map((each) => `${each.name}: ${each.answer}`))};\n`,
    );
  }
  const parts = [
    HEAD,
    `import { z } from 'zod';\nimport { gid, instant, list, money, pageInfo, presentment, toNullable, webAddress } from '../wire.ts';\n`,
    ...[...schemas].map(([name, schema]) => `export const ${name} = ${schema};\n`),
    ...answers,
    ...variables,
    ...[...types].toSorted().map(([name, type]) => `export type ${name} = ${type};\n`),
  ];
  const format = ['format', '--stdin-file-path=operations.ts'];
  return execFileSync(BIOME, format, { input: parts.join('\n'), encoding: 'utf8' });
}

/** Types and schemas that are written once and referred to by name. */
interface Named {
  /** Types of inputs and enumerations. */
  types: Map<string, string>;
  /** Schemas of fragments, each after those that it refers to. */
  schemas: Map<string, string>;
}

interface Source extends Named {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Number of entries that the field around is asked for. */
  first?: string | undefined;
}

/** A selection, and whether `@include` may leave it out. */
interface Selected {
  node: SelectionNode;
  isConditional: boolean;
}

function operationOf(schema: GraphQLSchema, names: Named, text: string) {
  const { definitions } = parse(text);
  const fragments = new Map(
    definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  );
  const operation = definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) throw new Error(`no operation in ${text}`);
  const source = { schema, fragments, ...names };
  const answer = selectionSchema(source, root, selectedOf(operation.selectionSet.selections, false));
  return { variables: variablesType(source, operation), answer };
}

function variablesType(source: Source, { variableDefinitions = [] }: OperationDefinitionNode): string {
  const members = variableDefinitions.map(({ variable, type: node }) => {
    const type = typeFromAST(source.schema, node);
    if (!type) throw new Error(`no type of $${variable.name.value}`);
    const name = variable.name.value;
    // `h0` stands for any number of handles.
    const member = name === ANY_HANDLE ? `[handle: \`h\${number}\`]` : name;
    return inputMember(source, member, type, !isNonNullType(type));
  });
  return members.length > 0 ? block(members) : 'Record<string, never>';
}

const ANY_HANDLE = 'h0';

function inputMember(source: Source, name: string, type: GraphQLType, isOptional: boolean): string {
  const present = inputType(source, isNonNullType(type) ? type.ofType : type);
  return `${name}${isOptional ? '?' : ''}: ${present}${isNonNullType(type) ? '' : ' | null'}`;
}

function inputType(source: Source, type: GraphQLType): string {
  if (isListType(type)) return `Array<${inputType(source, type.ofType)}>`;
  const inner = getNamedType(type);
  if (isEnumType(inner)) return enumType(source, inner);
  if (!isInputObjectType(inner)) return INPUT_TYPES[inner.name] ?? 'string';
  const fields = Object.values(inner.getFields()).filter(
    ({ name, deprecationReason }) => !deprecationReason && (SENT[inner.name]?.includes(name) ?? true),
  );
  const members = inner.isOneOf
    ? fields.map((field) => block([`${field.name}: ${inputType(source, field.type)}`])).join(' | ')
    : block(fields.map((field) => inputMember(source, field.name, field.type, !isRequiredInputField(field))));
  return once(source.types, inner.name, members);
}

function enumType({ types }: Source, type: GraphQLEnumType): string {
  const values = type.getValues().map(({ name }) => `'${name}'`);
  return values.length > MAX_ENUM_VALUES ? 'string' : once(types, type.name, values.join(' | '));
}

/** Refers to a type or schema that is written once. */
function once(definitions: Map<string, string>, name: string, definition: string): string {
  if ((definitions.get(name) ?? definition) !== definition) throw new Error(`${name} would mean two things`);
  definitions.set(name, definition);
  return name;
}

function schemaOf(source: Source, type: GraphQLType, selected: readonly Selected[]): string {
  if (isNonNullType(type)) return presentSchema(source, type.ofType, selected);
  const schema = presentSchema(source, type, selected);
  const shape = shapeIn(schema);
  return shape === undefined ? `${schema}.nullable()` : `toNullable(${shape})`;
}

/** Members of an object's schema; undefined for any other schema. */
function shapeIn(schema: string): string | undefined {
  return /^z\.object\((\{.*\})\)$/s.exec(schema)?.[1];
}

function presentSchema(source: Source, type: GraphQLType, selected: readonly Selected[]): string {
  if (isListType(type)) {
    const entry = schemaOf(source, type.ofType, selected);
    const shape = shapeIn(entry);
    if (source.first === undefined) return `z.array(${entry})`;
    return shape === undefined ? `z.array(${entry}).max(${source.first})` : `list(${source.first}, ${shape})`;
  }
  const inner = getNamedType(type);
  if (isObjectType(inner) || isAbstractType(inner)) return selectionSchema(source, inner, selected);
  return SCALARS[inner.name] ?? 'z.string()';
}

/** An abstract type is the union of its types, without those of which nothing is selected. */
function selectionSchema(source: Source, type: GraphQLNamedType, selected: readonly Selected[]): string {
  if (isObjectType(type)) return objectSchema(source, type, selected);
  if (!isAbstractType(type)) throw new Error(`nothing can be selected of ${type}`);
  if (selected.some(({ node }) => node.kind === Kind.FIELD)) return interfaceSchema(source, type, selected);
  const schemas = source.schema
    .getPossibleTypes(type)
    .filter((each) => fieldsOf(source, each, selected).size > 0)
    .map((each) => objectSchema(source, each, selected));
  const [only, ...others] = new Set(schemas);
  return only !== undefined && others.length === 0 ? only : `z.union([${[only, ...others].join()}])`;
}

/** Fields of an interface itself, and those of its types as optional: Shopify may add a type that has none of them. */
function interfaceSchema(
  source: Source,
  type: GraphQLInterfaceType | GraphQLUnionType,
  selected: readonly Selected[],
): string {
  const members = new Map<string, string>();
  for (const each of source.schema.getPossibleTypes(type)) {
    for (const [key, occurrences] of fieldsOf(source, each, selected)) {
      const isCommon = occurrences.some((occurrence) => selected.includes(occurrence));
      const schema = fieldSchema(source, each, occurrences);
      once(members, key, isCommon ? schema : `${schema}.optional()`);
    }
  }
  return `z.object(${shapeOf(members)})`;
}

/** A fragment with a long schema is named; an object that selects more extends it. */
function objectSchema(source: Source, type: GraphQLObjectType, selected: readonly Selected[]): string {
  const applying = unfolded(source, type, selected);
  const [first, ...others] = applying;
  if (first?.node.kind !== Kind.FRAGMENT_SPREAD || first.isConditional)
    return fieldsSchema(source, type, applying);
  const { value: name } = first.node.name;
  const fragment = selectedOf(source.fragments.get(name)?.selectionSet.selections ?? [], false);
  const fields = fieldsSchema(source, type, fragment);
  if (fields.length <= MAX_INLINE_LENGTH) return fieldsSchema(source, type, applying);
  const schema = once(source.schemas, `${name.charAt(0).toLowerCase()}${name.slice(1)}`, fields);
  if (others.length === 0) return schema;
  const own = membersOf(source, type, fragment);
  const more = [...membersOf(source, type, applying)].filter(([key, member]) => own.get(key) !== member);
  return `${schema}.extend(${shapeOf(more)})`;
}

function membersOf(source: Source, type: GraphQLObjectType, selected: readonly Selected[]) {
  const fields = [...fieldsOf(source, type, selected)];
  return new Map(fields.map(([key, occurrences]) => [key, fieldSchema(source, type, occurrences)] as const));
}

function fieldsSchema(source: Source, type: GraphQLObjectType, selected: readonly Selected[]): string {
  const members = membersOf(source, type, selected);
  const converted = CONVERTED[`${type.name} ${[...members.keys()].join(' ')}`];
  if (converted !== undefined) return converted;
  const anyHandle = members.get(ANY_HANDLE);
  const others = [...members].filter(([key]) => key !== ANY_HANDLE);
  const object = `z.object(${shapeOf(others)})`;
  if (anyHandle !== undefined) return `${object}.catchall(${anyHandle})`;
  return [...source.schemas].find(([, schema]) => schema === object)?.[0] ?? object;
}

function fieldSchema(
  source: Source,
  type: GraphQLObjectType,
  occurrences: readonly [Selected, ...Selected[]],
): string {
  const [{ node }] = occurrences;
  const isOptional = occurrences.every(({ isConditional }) => isConditional);
  const field = type.getFields()[node.kind === Kind.FIELD ? node.name.value : ''];
  if (!field) throw new Error(`no such field of ${type}`);
  const below = occurrences.flatMap(({ node: each, isConditional }) =>
    each.kind === Kind.FIELD
      ? selectedOf(each.selectionSet?.selections ?? [], isConditional && !isOptional)
      : [],
  );
  const first = firstOf(node) ?? (field.name === 'nodes' ? source.first : undefined);
  const schema = schemaOf({ ...source, first }, field.type, below);
  const checked = CHECKS[`${type.name}.${field.name}`]?.(schema) ?? schema;
  return isOptional ? `${checked}.optional()` : checked;
}

/** Undefined also where a variable says it. */
function firstOf(node: SelectionNode): string | undefined {
  const args = node.kind === Kind.FIELD ? (node.arguments ?? []) : [];
  const first = args.find(({ name }) => name.value === 'first')?.value;
  return first?.kind === Kind.INT ? first.value : undefined;
}

/** Selected fields of an object by the name they are answered under. */
function fieldsOf(
  source: Source,
  type: GraphQLObjectType,
  selected: readonly Selected[],
): Map<string, [Selected, ...Selected[]]> {
  const fields = new Map<string, [Selected, ...Selected[]]>();
  const collect = (selections: readonly Selected[]) => {
    for (const each of unfolded(source, type, selections)) {
      const { node, isConditional } = each;
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        fields.set(key, [...(fields.get(key) ?? []), each] as [Selected, ...Selected[]]);
      } else if (node.kind === Kind.FRAGMENT_SPREAD) {
        collect(
          selectedOf(source.fragments.get(node.name.value)?.selectionSet.selections ?? [], isConditional),
        );
      }
    }
  };
  collect(selected);
  return fields;
}

/** Selections that apply to an object of this type, without the inline fragments around them. */
function unfolded(source: Source, type: GraphQLObjectType, selected: readonly Selected[]): Selected[] {
  return selected.flatMap((each) => {
    const { node, isConditional } = each;
    if (node.kind === Kind.FIELD) return [each];
    const on =
      node.kind === Kind.INLINE_FRAGMENT
        ? node.typeCondition
        : source.fragments.get(node.name.value)?.typeCondition;
    const condition = on && source.schema.getType(on.name.value);
    const applies =
      !condition ||
      condition === type ||
      (isAbstractType(condition) && source.schema.isSubType(condition, type));
    if (!applies) return [];
    if (node.kind === Kind.FRAGMENT_SPREAD) return [each];
    return unfolded(source, type, selectedOf(node.selectionSet.selections, isConditional));
  });
}

function selectedOf(selections: readonly SelectionNode[], isConditional: boolean): Selected[] {
  return selections.map((node) => ({
    node,
    isConditional: isConditional || (node.directives ?? []).length > 0,
  }));
}

function block(members: readonly string[]): string {
  return `{ ${members.join('; ')} }`;
}

function shapeOf(members: Iterable<readonly [key: string, schema: string]>): string {
  return literal([...members].map(([key, schema]) => (key === schema ? key : `${key}: ${schema}`)));
}

function literal(members: readonly string[]): string {
  return `{ ${members.join(', ')} }`;
}

if (import.meta.main) await writeFile(SHOPIFY_TYPES, await shopifyTypes());
