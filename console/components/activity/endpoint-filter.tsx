import { useQuery } from '@tanstack/react-query';
import type { TableState } from '../../table-state.ts';
import { SelectFilter } from '../filters.tsx';

const STORE = '/api/ucp/{slug}';

/** Endpoints of agents as /openapi.json lists them; MCP's calls are logged under the endpoint that they stand for. */
async function readEndpoints(): Promise<string[]> {
  const response = await fetch('/openapi.json');
  const { paths } = (await response.json()) as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(STORE) && path !== `${STORE}/mcp`)
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(STORE.length) || '/'}`),
    );
}

/** The endpoint of a shared link stays a choice. */
export function EndpointFilter({ state }: { state: TableState }) {
  const { data } = useQuery({ queryKey: ['endpoints'], queryFn: readEndpoints, staleTime: Infinity });
  const names = new Set(data);
  if (state.filters.endpoint) names.add(state.filters.endpoint);
  const options = [...names].map((endpoint) => ({ value: endpoint, label: endpoint }));
  return (
    <SelectFilter name="endpoint" label="Endpoint" all="All endpoints" options={options} state={state} />
  );
}
