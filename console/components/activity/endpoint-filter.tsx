import { ROUTES } from '../../../client/index.ts';
import type { TableState } from '../../table-state.ts';
import { SelectFilter } from '../filters.tsx';

const STORE = '/api/ucp/{slug}';

/** Endpoints of agents as the log names them; MCP's calls are logged under the endpoint that they stand for. */
const ENDPOINTS = Object.values(ROUTES)
  .filter((route) => route.includes(STORE))
  .map((route) => route.replace(STORE, '').replace(/ $/, ' /'));

/** The endpoint of a shared link stays a choice. */
export function EndpointFilter({ state }: { state: TableState }) {
  const names = new Set(ENDPOINTS);
  if (state.filters.endpoint) names.add(state.filters.endpoint);
  const options = [...names].map((endpoint) => ({ value: endpoint, label: endpoint }));
  return <SelectFilter name="endpoint" label="Endpoint" all="Any" options={options} state={state} />;
}
