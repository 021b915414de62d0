import { table, whole } from '../bench/page.ts';
import { failuresIn, type Row } from './run.ts';
import { MIN_CAUGHT, type MutantRow } from './run-mutants.ts';

const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(0)} %`;

function sumOf(rows: readonly Row[]) {
  const sum = (value: (row: Row) => number) => rows.reduce((total, row) => total + value(row), 0);
  const trials = sum((row) => row.trials);
  const repaired = sum((row) => row.repaired);
  return {
    trials,
    repaired,
    rate: repaired / trials,
    calls: sum((row) => row.calls) / trials,
    tokens: Math.round(sum((row) => row.tokens) / trials),
  };
}

/** Renders repaired trials by mistake and endpoint, then calls and tokens to the hand-off. */
export function renderRows(rows: readonly Row[]): string {
  const endpoints = [...new Set(rows.map(({ endpoint }) => endpoint))];
  const mistakes = [...new Set(rows.map(({ mistake }) => mistake))];
  const cell = (mistake: string, endpoint: string) => {
    const row = rows.find((each) => each.mistake === mistake && each.endpoint === endpoint);
    return row ? percent(row.repaired, row.trials) : '–';
  };
  const byMistake = mistakes.map((mistake) => [
    mistake,
    ...endpoints.map((endpoint) => cell(mistake, endpoint)),
  ]);
  const byEndpoint = endpoints.map((endpoint) => {
    const { trials, repaired, calls, tokens } = sumOf(rows.filter((row) => row.endpoint === endpoint));
    return [endpoint, whole(trials), percent(repaired, trials), calls.toFixed(1), whole(tokens)];
  });
  return [
    'Repaired within two further calls:',
    '',
    ...table(['Mistake', ...endpoints], byMistake),
    '',
    ...table(['Endpoint', 'Trials', 'Repaired', 'Calls to the hand-off', 'Tokens'], byEndpoint),
    '',
    ...failuresIn(rows).map(
      ({ mistake, endpoint, problems }) => `${endpoint}, ${mistake}: ${problems.join('; ')}`,
    ),
    '',
  ].join('\n');
}

export function renderMutants(rows: readonly MutantRow[]): string {
  const cells = rows.map(({ mutant, endpoint, caughtBy }) => [mutant, endpoint, caughtBy ?? 'NOT CAUGHT']);
  return [...table(['Defect of the answers', 'Endpoint', 'First mistake that shows it'], cells), ''].join(
    '\n',
  );
}

export function summaryOf(rows: readonly Row[], seed: number, mutants?: readonly MutantRow[]) {
  const endpoints = [...new Set(rows.map(({ endpoint }) => endpoint))];
  const caught = mutants?.filter(({ caughtBy }) => caughtBy !== undefined).length ?? 0;
  const isBlind = mutants !== undefined && caught < mutants.length * MIN_CAUGHT;
  return {
    seed,
    passed: failuresIn(rows).length === 0 && !isBlind,
    ...sumOf(rows),
    endpoints: Object.fromEntries(
      endpoints.map((endpoint) => [endpoint, sumOf(rows.filter((row) => row.endpoint === endpoint))]),
    ),
    failed: failuresIn(rows).map(({ endpoint, mistake, repaired, trials }) => ({
      endpoint,
      mistake,
      repaired,
      trials,
    })),
    ...(mutants ? { mutants: { defects: mutants.length, caught } } : {}),
  };
}
