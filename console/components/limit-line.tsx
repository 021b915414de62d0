import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIMIT_NOUNS, type LimitName } from '../../src/commerce/merchant/organization-limits.ts';
import { read } from '../api.ts';
import type { Limit } from '../api-types.ts';

export function useLimits(organizationId: string | undefined) {
  return useQuery({
    queryKey: ['organization-limits', organizationId],
    queryFn: async () => (await read<{ items: Limit[] }>(`/organizations/${organizationId}/limits`)).items,
    enabled: organizationId !== undefined,
  });
}

/** Returns "12 of 50 stores"; undefined without a limit. */
export function limitText({ name, used, limit }: Limit): string | undefined {
  if (limit === null) return undefined;
  return `${used.toLocaleString('en')} of ${limit.toLocaleString('en')} ${LIMIT_NOUNS[name]}`;
}

interface LimitLineProps {
  organizationId: string | undefined;
  name: LimitName;
}

/** Shows what an organization uses of a limit, where it adds to it; nothing without a limit. */
export function LimitLine({ organizationId, name }: LimitLineProps) {
  const use = useLimits(organizationId).data?.find((each) => each.name === name);
  const text = use && limitText(use);
  if (!use || text === undefined) return null;
  const isFull = use.limit !== null && use.used >= use.limit;
  return (
    <Text size="sm" c={isFull ? 'red' : 'dimmed'} mb="xs">
      {text}
      {isFull && '. The limit is reached: make room, or ask the operator of this service for more.'}
    </Text>
  );
}
