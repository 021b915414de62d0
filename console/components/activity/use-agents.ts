import { useQuery } from '@tanstack/react-query';
import type { AgentCount } from '../../activity-types.ts';
import { read } from '../../api.ts';
import type { Choice } from '../listing/listing-filters.tsx';

/** The filter by agent: those that have called this store. */
export function useAgentChoice(slug: string): Choice {
  const { data } = useQuery({
    queryKey: ['store', slug, 'agents'],
    queryFn: () => read<{ items: AgentCount[] }>(`/stores/${slug}/agents`),
    staleTime: 60_000,
  });
  const options = (data?.items ?? []).map(({ agent }) => ({ value: agent, label: agent }));
  return { name: 'agent', label: 'Agent', options };
}
