import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
} from 'graphql';
import { adminSchema, storefrontSchema } from '../../../simulated-shops/shopify/schemas.ts';
import { publishedSchema } from '../../../testing/published-schema.ts';

describe('The schemas of the simulated Shopify', () => {
  it('define nothing in the Storefront and the Admin API that the published ones lack', async () => {
    assert.deepEqual(differences(storefrontSchema(), await publishedSchema('storefront')), []);
    assert.deepEqual(differences(adminSchema(), await publishedSchema('admin')), []);
  });
});

/** Differences between the simulated schema and the published one, for the parts that both have. */
function differences(ours: GraphQLSchema, theirs: GraphQLSchema): string[] {
  const roots = [ours.getQueryType()?.name, ours.getMutationType()?.name].join();
  const rootsDiffer = roots !== [theirs.getQueryType()?.name, theirs.getMutationType()?.name].join();
  const types = Object.values(ours.getTypeMap()).filter((type) => !isIntrospectionType(type));
  const inTypes = types.flatMap((type) => {
    const published = theirs.getType(type.name);
    if (!published) return [`${type.name} is not published`];
    if (published.constructor !== type.constructor) return [`${type.name} is of another kind`];
    return differencesOfType(type, published);
  });
  return [...(rootsDiffer ? [`root types ${roots}`] : []), ...inTypes, ...directives(ours, theirs)];
}

function differencesOfType(ours: GraphQLNamedType, theirs: GraphQLNamedType): string[] {
  if (isEnumType(ours) && isEnumType(theirs))
    return missing(ours.name, names(ours.getValues()), names(theirs.getValues()));
  if (isUnionType(ours) && isUnionType(theirs))
    return missing(ours.name, names(ours.getTypes()), names(theirs.getTypes()));
  if (isInputObjectType(ours) && isInputObjectType(theirs)) {
    const [fields, published] = [Object.values(ours.getFields()), Object.values(theirs.getFields())];
    const oneOf = ours.isOneOf === theirs.isOneOf ? [] : [`${ours.name} differs in @oneOf`];
    return [...oneOf, ...inputs(ours.name, fields, published, published.filter(isRequiredInputField))];
  }
  return differencesOfFields(ours, theirs);
}

function differencesOfFields(ours: GraphQLNamedType, theirs: GraphQLNamedType): string[] {
  if (!(isObjectType(ours) || isInterfaceType(ours))) return [];
  if (!(isObjectType(theirs) || isInterfaceType(theirs))) return [];
  const published = theirs.getFields();
  const inFields = Object.values(ours.getFields()).flatMap((field) => {
    const where = `${ours.name}.${field.name}`;
    const other = published[field.name];
    if (!other) return [`${where} is not published`];
    const type =
      String(field.type) === String(other.type) ? [] : [`${where} is ${other.type}, not ${field.type}`];
    const deprecated = Boolean(field.deprecationReason) === Boolean(other.deprecationReason);
    return [
      ...type,
      ...(deprecated ? [] : [`${where} differs in being deprecated`]),
      ...inputs(where, field.args, other.args, other.args.filter(isRequiredArgument)),
    ];
  });
  return [...missing(ours.name, names(ours.getInterfaces()), names(theirs.getInterfaces())), ...inFields];
}

type Input = GraphQLArgument | GraphQLInputField;

function inputs(
  where: string,
  ours: readonly Input[],
  theirs: readonly Input[],
  required: readonly Input[],
): string[] {
  const different = ours.flatMap((input) => {
    const other = theirs.find((each) => each.name === input.name);
    if (!other) return [`${where}(${input.name}) is not published`];
    const same = signature(input) === signature(other);
    return same ? [] : [`${where}(${input.name}) is ${signature(other)}, not ${signature(input)}`];
  });
  const lacking = required.filter((input) => !ours.some((each) => each.name === input.name));
  return [...different, ...lacking.map((input) => `${where} must ask for ${input.name}`)];
}

function signature(input: Input): string {
  const literal = input.default?.literal;
  const value = literal && 'value' in literal ? literal.value : input.default?.value;
  return value === undefined ? String(input.type) : `${input.type} = ${value}`;
}

function directives(ours: GraphQLSchema, theirs: GraphQLSchema): string[] {
  const inContext = ours.getDirective('inContext');
  const published = theirs.getDirective('inContext');
  if (!inContext) return [];
  if (!published) return ['@inContext is not published'];
  const places = missing('@inContext', inContext.locations, published.locations);
  return [...places, ...inputs('@inContext', inContext.args, published.args, [])];
}

function missing(where: string, ours: readonly string[], theirs: readonly string[]): string[] {
  return ours.filter((each) => !theirs.includes(each)).map((each) => `${where}: ${each} is not published`);
}

function names(things: readonly { name: string }[]): string[] {
  return things.map((thing) => thing.name);
}
