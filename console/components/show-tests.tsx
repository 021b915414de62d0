import { Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { Tests } from '../../src/commerce/policy/agents.ts';
import { useStore } from '../store-context.ts';
import type { TableState } from '../table-state.ts';
import { showsTests } from './stores/shows-tests.ts';

/** Whether the store's views have tests: as chosen in this browser, else as its kind suggests. */
export function useTests(): { tests: Tests; choose: (tests: Tests) => void } {
  const store = useStore();
  const [choice, choose] = useLocalStorage<Tests | null>({
    key: `ucp-host.tests/${store.slug}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  return { tests: choice ?? (showsTests(store) ? 'include' : 'exclude'), choose };
}

/** The same list with tests, or without. */
export function useTestsIn(state: TableState): TableState {
  const { tests } = useTests();
  return { ...state, query: { ...state.query, tests } };
}

/** One choice for all views of a store. */
export function ShowTests() {
  const { tests, choose } = useTests();
  return (
    <Switch
      label="Show tests"
      title="Purchases of the playground, the demo and the service’s own checks"
      checked={tests === 'include'}
      onChange={({ currentTarget }) => choose(currentTarget.checked ? 'include' : 'exclude')}
    />
  );
}
