/** `createCheckoutSession` is titled "Create checkout session". */
export function toTitle(operationId: string): string {
  const words = operationId.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (words[0] ?? '').toUpperCase() + words.slice(1);
}

/** `createCart` begins the names of the schemas `CreateCartRequest` and `CreateCartResponse`. */
export function toPascal(operationId: string): string {
  return (operationId[0] ?? '').toUpperCase() + operationId.slice(1);
}

/** Joins words, which may be kebab-case or snake_case, in camelCase. */
export function toCamel(words: readonly string[]): string {
  const [first = '', ...rest] = words.flatMap((word) => word.split(/[-_]/));
  return first + rest.map(toPascal).join('');
}
