/** JSON with sorted members: equal for equal values. Iterative: a request may be nested deeper than the stack allows. */
export function toSortedJson(value: unknown): string {
  let text = '';
  const steps: Step[] = [{ value }];
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('text' in step) text += step.text;
    else if (typeof step.value !== 'object' || step.value === null) text += JSON.stringify(step.value);
    else for (const next of buildSteps(step.value).reverse()) steps.push(next);
  }
  return text;
}

type Step = { text: string } | { value: unknown };

function buildSteps(value: object): Step[] {
  const getSeparator = (at: number) => (at === 0 ? '' : ',');
  if (Array.isArray(value)) {
    const items = value.flatMap((each, at) => [{ text: getSeparator(at) }, { value: each }]);
    return [{ text: '[' }, ...items, { text: ']' }];
  }
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, each], at) => [
      { text: `${getSeparator(at)}${JSON.stringify(name)}:` },
      { value: each },
    ]);
  return [{ text: '{' }, ...members, { text: '}' }];
}
