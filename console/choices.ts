/** Choices of a field, in the order of their labels. The type of the labels has one for each value that the API takes. */
export function choicesOf<Value extends string>(
  labels: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] {
  const entries = Object.entries(labels) as [Value, string][];
  return entries.map(([value, label]) => ({ value, label }));
}
