/** What a cart mutation says beside its cart. A warning's target is never a code, so it is not asked for. */
export const CART_PROBLEMS = /* GraphQL */ `
fragment CartProblems on CartUserError { code field message }
fragment CartNotices on CartWarning { code message }
`;
