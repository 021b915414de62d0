/** Warnings of Node and of libraries in the error output of tests: a deprecation, an experiment, a listener too many. */
export function warningsIn(errors: string): string[] {
  return errors.match(/^(?:\(node:\d+\)|\w*Warning:).*$/gm) ?? [];
}
