import {
  type DocumentNode,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isGid } from './gid.ts';

const MAX_ITEMS = 250;

/** Refuses lists that are too long and malformed ids, as Shopify does before resolving fields. */
export function inputErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError[] {
  return [...literalErrors(schema, document), ...variableErrors(schema, document, variables)];
}

function literalErrors(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  const errors: GraphQLError[] = [];
  const typeInfo = new TypeInfo(schema);
  const readers = visitWithTypeInfo(typeInfo, {
    ListValue: (node) => {
      if (node.values.length > MAX_ITEMS) errors.push(tooMany(node.values.length));
    },
    StringValue: (node) => {
      const type = typeInfo.getInputType();
      if (!type || getNamedType(type).name !== 'ID' || isGid(node.value)) return;
      errors.push(
        new GraphQLError(`Invalid global id '${node.value}'`, {
          nodes: node,
          extensions: { code: 'argumentLiteralsIncompatible', typeName: 'CoercionError' },
        }),
      );
    },
  });
  visit(document, readers);
  return errors;
}

function variableErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError[] {
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  return operations
    .flatMap((operation) => operation.variableDefinitions ?? [])
    .flatMap((definition) => {
      const type = typeFromAST(schema, definition.type);
      const name = definition.variable.name.value;
      return isInputType(type) ? errorsOfValue(type, variables[name], name) : [];
    });
}

function errorsOfValue(type: GraphQLInputType, value: unknown, variable: string): GraphQLError[] {
  if (value === undefined || value === null) return [];
  if (isNonNullType(type)) return errorsOfValue(type.ofType, value, variable);
  if (isListType(type)) {
    const items: unknown[] = Array.isArray(value) ? value : [value];
    if (items.length > MAX_ITEMS) return [tooMany(items.length)];
    return items.flatMap((item) => errorsOfValue(type.ofType, item, variable));
  }
  if (isInputObjectType(type)) {
    const members = new Map(Object.entries(value));
    return Object.values(type.getFields()).flatMap((field) =>
      errorsOfValue(field.type, members.get(field.name), variable),
    );
  }
  return errorsOfLeaf(type, value, variable);
}

function errorsOfLeaf(type: GraphQLNamedInputType, value: unknown, variable: string): GraphQLError[] {
  if (isEnumType(type) && !type.getValue(String(value))) return [notInEnum(type.name, value, variable)];
  if (type.name !== 'ID' || typeof value !== 'string' || isGid(value)) return [];
  const explanation = `Invalid global id '${value}'`;
  return [
    new GraphQLError(`Variable $${variable} was provided invalid value (${explanation})`, {
      extensions: { code: 'INVALID_VARIABLE', problems: [{ path: [], explanation, message: explanation }] },
    }),
  ];
}

function notInEnum(type: string, value: unknown, variable: string): GraphQLError {
  const explanation = `Expected "${value}" to be a ${type}`;
  return new GraphQLError(
    `Variable $${variable} of type ${type} was provided invalid value (${explanation})`,
    {
      extensions: { code: 'INVALID_VARIABLE', problems: [{ path: [], explanation }] },
    },
  );
}

function tooMany(count: number): GraphQLError {
  const message = `The input array size of ${count} is greater than the maximum allowed of ${MAX_ITEMS}.`;
  return new GraphQLError(message, { extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' } });
}
