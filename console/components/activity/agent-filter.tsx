import { useStoreQuery } from '../../store-context.ts';
import type { TableState } from '../../table-state.ts';
import { SelectFilter } from '../filters.tsx';

/** Agents that have called this store, and the one in a shared link. */
export function AgentFilter({ state }: { state: TableState }) {
  const { data } = useStoreQuery('listStoreAgents', {});
  const names = new Set((data?.items ?? []).map(({ agent }) => agent));
  if (state.filters.agent) names.add(state.filters.agent);
  const options = [...names].map((agent) => ({ value: agent, label: agent }));
  return <SelectFilter name="agent" label="Agent" all="All agents" options={options} state={state} />;
}
