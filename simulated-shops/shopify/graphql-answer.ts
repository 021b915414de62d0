import { GraphQLError, type GraphQLSchema, legacyExecuteIncrementally } from 'graphql';
import { documentOf, errorsIn, type GraphqlRequest } from './graphql-document.ts';
import { inputErrors } from './graphql-inputs.ts';
import { queryCost } from './query-cost.ts';

/** One of the shop's two APIs. */
export interface GraphqlApi {
  schema: GraphQLSchema;
  /** The fields of the root types. */
  query: object;
  mutation: object;
  costExtension(requested: number): Record<string, unknown>;
}

const MAX_COST = 1_000;

/** The body of the answer, or its parts where some are deferred. It is HTTP 200 whatever is wrong with the document. */
export async function graphqlAnswer(
  api: GraphqlApi,
  request: GraphqlRequest,
  caller: { context: object; limited: boolean },
): Promise<object | AsyncIterable<object>> {
  try {
    const document = documentOf(request.query);
    const invalid = errorsIn(api.schema, document);
    if (invalid.length > 0) return { errors: invalid };
    const inputs = inputErrors(api.schema, document, request.variables);
    if (inputs.length > 0) return { errors: inputs };
    const cost = queryCost(document, request.variables);
    if (caller.limited && cost > MAX_COST) return { errors: [tooExpensive(cost)] };
    const isMutation = document.definitions.some(
      (each) => 'operation' in each && each.operation === 'mutation',
    );
    const result = await legacyExecuteIncrementally({
      schema: api.schema,
      document,
      rootValue: isMutation ? api.mutation : api.query,
      contextValue: caller.context,
      variableValues: request.variables,
      operationName: request.operationName,
    });
    const extensions = { cost: api.costExtension(cost) };
    if (!('initialResult' in result)) return { ...result, extensions };
    const { initialResult, subsequentResults } = result;
    return partsOf({ ...initialResult, extensions }, subsequentResults);
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

async function* partsOf(first: object, later: AsyncIterable<object>): AsyncGenerator<object> {
  yield first;
  yield* later;
}

function tooExpensive(cost: number): GraphQLError {
  const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${MAX_COST}).`;
  return new GraphQLError(message, {
    extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost: MAX_COST },
  });
}
