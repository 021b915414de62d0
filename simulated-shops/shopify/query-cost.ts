import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
} from 'graphql';

const COST_OF_MUTATION = 10;

interface Counting {
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Readonly<Record<string, unknown>>;
}

/**
 * Approximates Shopify's cost: 1 per object, per connection 1 plus the square root of its page size times the cost of a node,
 * 10 per mutation.
 */
export function queryCost(document: DocumentNode, variables: Readonly<Record<string, unknown>>): number {
  const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  if (!operation) return 0;
  const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  const counting = {
    fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])),
    variables: { ...defaults(operation.variableDefinitions ?? []), ...variables },
  };
  const cost = costOfSelection(operation.selectionSet, counting);
  const mutations = operation.operation === 'mutation' ? operation.selectionSet.selections.length : 0;
  return Math.round(cost) + mutations * COST_OF_MUTATION;
}

type VariableDefinitions = NonNullable<
  Extract<
    DocumentNode['definitions'][number],
    { kind: typeof Kind.OPERATION_DEFINITION }
  >['variableDefinitions']
>;

function defaults(definitions: VariableDefinitions): Record<string, unknown> {
  const numbers = definitions.flatMap(({ variable, defaultValue }) =>
    defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)] as const] : [],
  );
  return Object.fromEntries(numbers);
}

function costOfSelection(selection: SelectionSetNode, counting: Counting): number {
  return selection.selections.reduce((sum, each) => {
    if (isLeftOut(each, counting)) return sum;
    if (each.kind === Kind.FIELD) return sum + costOfField(each, counting);
    if (each.kind === Kind.INLINE_FRAGMENT) return sum + costOfSelection(each.selectionSet, counting);
    const fragment = counting.fragments.get(each.name.value);
    return sum + (fragment ? costOfSelection(fragment.selectionSet, counting) : 0);
  }, 0);
}

function costOfField(field: FieldNode, counting: Counting): number {
  if (!field.selectionSet) return 0;
  const inner = costOfSelection(field.selectionSet, counting);
  const first = field.arguments?.find((argument) => argument.name.value === 'first')?.value;
  if (!first) return 1 + inner;
  return 1 + Math.sqrt(Math.max(0, Number(sizeOf(first, counting)) || 0)) * inner;
}

/** `@include(if: $variable)` with a variable that is false. */
function isLeftOut({ directives = [] }: Pick<FieldNode, 'directives'>, { variables }: Counting): boolean {
  const include = directives.find(({ name }) => name.value === 'include')?.arguments?.[0]?.value;
  return include?.kind === Kind.VARIABLE && variables[include.name.value] === false;
}

function sizeOf(value: NonNullable<FieldNode['arguments']>[number]['value'], counting: Counting): unknown {
  if (value.kind === Kind.INT) return value.value;
  return value.kind === Kind.VARIABLE ? counting.variables[value.name.value] : 0;
}
