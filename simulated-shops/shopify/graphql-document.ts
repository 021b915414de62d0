import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { deferredCarriers } from './deferred-carriers.ts';

/** A request's body, once it is one. */
export interface GraphqlRequest {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
}

/** Undefined for what is no GraphQL request. */
export function readGraphqlRequest(body: unknown): GraphqlRequest | undefined {
  if (typeof body !== 'object' || body === null || !('query' in body)) return undefined;
  const { query, variables, operationName } = body as Record<string, unknown>;
  if (typeof query !== 'string') return undefined;
  return {
    query,
    variables: typeof variables === 'object' && variables !== null ? { ...variables } : {},
    operationName: typeof operationName === 'string' ? operationName : undefined,
  };
}

/** Clients send the same few documents over and over. */
const parsed = new LRUCache<string, DocumentNode>({ max: 500 });
const validated = new WeakMap<GraphQLSchema, WeakMap<DocumentNode, readonly GraphQLError[]>>();

/** Throws a GraphQLError for what cannot be parsed. */
export function documentOf(query: string): DocumentNode {
  const earlier = parsed.get(query);
  if (earlier) return earlier;
  const document = parse(query);
  parsed.set(query, document);
  return document;
}

export function errorsIn(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const ofSchema = validated.get(schema) ?? new WeakMap<DocumentNode, readonly GraphQLError[]>();
  validated.set(schema, ofSchema);
  const errors = ofSchema.get(document) ?? validate(schema, document, [...specifiedRules, deferredCarriers]);
  ofSchema.set(document, errors);
  return errors;
}

/** As calls are counted: the operation's name, else the name of its first field. */
export function operationNameOf(body: unknown): string {
  const request = readGraphqlRequest(body);
  if (!request) return 'unreadable';
  try {
    return request.operationName ?? nameIn(documentOf(request.query));
  } catch {
    return 'unreadable';
  }
}

function nameIn(document: DocumentNode): string {
  const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  const field = operation?.selectionSet.selections.find((each) => each.kind === Kind.FIELD);
  return operation?.name?.value ?? field?.name.value ?? 'unnamed';
}
