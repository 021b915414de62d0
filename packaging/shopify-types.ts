import { execFileSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
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
import type { ApiName, Document } from '../src/store-platforms/shopify/client/document.ts';
import { publishedSchema } from '../testing/published-schema.ts';

const DOCUMENTS = new URL('../src/store-platforms/shopify/documents/', import.meta.url);
const BIOME = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));
export const SHOPIFY_TYPES = new URL('../client/operations.ts', DOCUMENTS);

const HEAD =
  '// Generated from the documents and the published schemas by `npm run shopify:types`; a test compares it. Do not edit.\n';
/** Longer enumerations, such as countries, are written as `string`. */
const MAX_ENUM_VALUES = 30;
/** Fragments with a longer type are written once and referred to by name. */
const MAX_INLINE_LENGTH = 100;
const PLAIN_TYPES: Readonly<Record<string, string>> = { Boolean: 'boolean', Float: 'number', Int: 'number' };

/** Every document of Shopify's APIs; one that is made for a number of handles is made for `handleCount`. */
export async function shopifyDocuments(handleCount: number): Promise<Document<ApiName, string>[]> {
  const files = (await readdir(DOCUMENTS)).toSorted();
  const modules: object[] = await Promise.all(files.map((file) => import(new URL(file, DOCUMENTS).href)));
  return modules
    .flatMap((module) => Object.values(module))
    .map((exported) => (typeof exported === 'function' ? exported(handleCount) : exported));
}

/** Writes the types of the variables and the answer of every document. */
export async function shopifyTypes(): Promise<string> {
  const documents = await shopifyDocuments(1);
  const named = new Map<string, string>();
  const operations = await Promise.all(
    (['Admin', 'Storefront'] as const).map(async (api) => {
      const schema = await publishedSchema(api === 'Admin' ? 'admin' : 'storefront');
      const own = documents.filter((each) => each.api === api);
      const members = own.map(({ name, text }) => `${name}: ${operationType(schema, named, text)}`);
      return `export interface ${api}Operations ${block(members)}\n`;
    }),
  );
  const types = [...named].toSorted().map(([name, type]) => `export type ${name} = ${type};\n`);
  const format = ['format', '--stdin-file-path=operations.ts'];
  return execFileSync(BIOME, format, { input: [HEAD, ...operations, ...types].join('\n'), encoding: 'utf8' });
}

interface Source {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Types of fragments, enumerations and inputs by name. */
  named: Map<string, string>;
}

/** A selection, and whether `@include` may leave it out. */
interface Selected {
  node: SelectionNode;
  isConditional: boolean;
}

function operationType(schema: GraphQLSchema, named: Source['named'], text: string): string {
  const { definitions } = parse(text);
  const fragments = new Map(
    definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  );
  const operation = definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) throw new Error(`no operation in ${text}`);
  const source = { schema, fragments, named };
  const answer = selectionType(source, root, selectedOf(operation.selectionSet.selections, false));
  return block([`variables: ${variablesType(source, operation)}`, `answer: ${answer}`]);
}

function variablesType(source: Source, { variableDefinitions = [] }: OperationDefinitionNode): string {
  const members = variableDefinitions.map(({ variable, type: node }) => {
    const type = typeFromAST(source.schema, node);
    if (!type) throw new Error(`no type of $${variable.name.value}`);
    return `${memberName(variable.name.value, !isNonNullType(type))}: ${typeOf(source, type, [])}`;
  });
  return members.length > 0 ? block(members) : 'Record<string, never>';
}

/** `h0` stands for any number of handles. */
function memberName(name: string, isOptional: boolean): string {
  return name === 'h0' ? `[handle: \`h\${number}\`]` : `${name}${isOptional ? '?' : ''}`;
}

function typeOf(source: Source, type: GraphQLType, selected: readonly Selected[]): string {
  if (!isNonNullType(type)) return `${present(source, type, selected)} | null`;
  return present(source, type.ofType, selected);
}

function present(source: Source, type: GraphQLType, selected: readonly Selected[]): string {
  if (isListType(type)) return `Array<${typeOf(source, type.ofType, selected)}>`;
  const named = getNamedType(type);
  if (isObjectType(named) || isAbstractType(named)) return selectionType(source, named, selected);
  if (isEnumType(named)) {
    const values = named.getValues().map(({ name }) => `'${name}'`);
    if (values.length > MAX_ENUM_VALUES) return 'string';
    return namedType(source, named.name, values.join(' | '));
  }
  if (isInputObjectType(named)) return namedType(source, named.name, inputType(source, named));
  return PLAIN_TYPES[named.name] ?? 'string';
}

/** Refers to a type that is written once. */
function namedType({ named }: Source, name: string, type: string): string {
  if ((named.get(name) ?? type) !== type) throw new Error(`two types are named ${name}`);
  named.set(name, type);
  return name;
}

function inputType(source: Source, type: GraphQLInputObjectType): string {
  const fields = Object.values(type.getFields()).filter((field) => !field.deprecationReason);
  if (type.isOneOf) {
    return fields.map(({ name, type }) => block([`${name}: ${present(source, type, [])}`])).join(' | ');
  }
  return block(
    fields.map(
      (field) => `${memberName(field.name, !isRequiredInputField(field))}: ${typeOf(source, field.type, [])}`,
    ),
  );
}

/** An interface or union is the union of its types; those of which nothing is selected are left out. */
function selectionType(source: Source, type: GraphQLNamedType, selected: readonly Selected[]): string {
  if (isObjectType(type)) return objectType(source, type, selected);
  if (!isAbstractType(type)) throw new Error(`nothing can be selected of ${type}`);
  const types = source.schema
    .getPossibleTypes(type)
    .filter((each) => fieldsOf(source, each, selected).size > 0)
    .map((each) => objectType(source, each, selected));
  return [...new Set(types)].join(' | ');
}

function objectType(source: Source, type: GraphQLObjectType, selected: readonly Selected[]): string {
  const applying = unfolded(source, type, selected);
  const [only, ...others] = applying;
  if (only?.node.kind === Kind.FRAGMENT_SPREAD && !only.isConditional && others.length === 0) {
    const fragment = source.fragments.get(only.node.name.value);
    const fields = fieldsType(source, type, selectedOf(fragment?.selectionSet.selections ?? [], false));
    return fields.length > MAX_INLINE_LENGTH ? namedType(source, only.node.name.value, fields) : fields;
  }
  return fieldsType(source, type, applying);
}

function fieldsType(source: Source, type: GraphQLObjectType, selected: readonly Selected[]): string {
  const members = [...fieldsOf(source, type, selected)].map(([key, occurrences]) => {
    const [{ node }] = occurrences;
    const isOptional = occurrences.every(({ isConditional }) => isConditional);
    const field = type.getFields()[node.kind === Kind.FIELD ? node.name.value : ''];
    if (!field) throw new Error(`no field ${key} of ${type}`);
    const below = occurrences.flatMap(({ node: each, isConditional }) =>
      each.kind === Kind.FIELD
        ? selectedOf(each.selectionSet?.selections ?? [], isConditional && !isOptional)
        : [],
    );
    return `${memberName(key, isOptional)}: ${typeOf(source, field.type, below)}`;
  });
  return block(members);
}

/** Selected fields of an object by the name they are answered under. */
function fieldsOf(
  source: Source,
  type: GraphQLObjectType,
  selected: readonly Selected[],
): Map<string, [Selected, ...Selected[]]> {
  const fields = new Map<string, [Selected, ...Selected[]]>();
  const collect = (given: readonly Selected[]) => {
    for (const each of unfolded(source, type, given)) {
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

if (import.meta.main) await writeFile(SHOPIFY_TYPES, await shopifyTypes());
