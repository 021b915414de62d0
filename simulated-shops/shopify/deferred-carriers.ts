import { type ASTVisitor, type FieldNode, GraphQLError, Kind, type ValidationContext } from 'graphql';

/** Rule of the real shop: rates of carriers are asked for within a deferred fragment only. */
export function deferredCarriers(context: ValidationContext): ASTVisitor {
  return {
    Field(node, _key, _parent, _path, ancestors) {
      if (!asksCarriers(node) || ancestors.flat().some(isDeferred)) return;
      context.reportError(new GraphQLError('deliveryGroups withCarrierRates must be called with @defer'));
    },
  };
}

function asksCarriers({ arguments: args = [] }: FieldNode): boolean {
  return args.some(
    ({ name, value }) => name.value === 'withCarrierRates' && value.kind === Kind.BOOLEAN && value.value,
  );
}

function isDeferred(node: object): boolean {
  return (
    'directives' in node &&
    ((node.directives ?? []) as FieldNode['directives'] & object).some(({ name }) => name.value === 'defer')
  );
}
