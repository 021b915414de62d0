import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ItemOf } from '../../client/index.ts';
import { LIMIT_NOUNS, type LimitName } from '../../src/commerce/merchant/organization-limits.ts';
import { queryOf } from '../api.ts';

export function useLimits(organizationId: string | undefined) {
  return useQuery({
    ...queryOf('listOrganizationLimits', { organization_id: organizationId ?? '' }),
    enabled: organizationId !== undefined,
  });
}

/** Returns "12 of 50 stores"; undefined without a limit. */
export function limitText({ name, used, limit }: ItemOf<'listOrganizationLimits'>): string | undefined {
  if (limit === null) return undefined;
  return `${used.toLocaleString('en')} of ${limit.toLocaleString('en')} ${LIMIT_NOUNS[name]}`;
}

interface LimitLineProps {
  organizationId: string | undefined;
  name: LimitName;
}

/** Part of a limit above which its use is shown. */
const NEAR = 0.8;

/** Shows what an organization uses of a limit, where it adds to it; nothing far from the limit, and without one. */
export function LimitLine({ organizationId, name }: LimitLineProps) {
  const use = useLimits(organizationId).data?.items.find((each) => each.name === name);
  const text = use && limitText(use);
  if (!use || text === undefined || use.used < NEAR * (use.limit ?? 0)) return null;
  const isFull = use.limit !== null && use.used >= use.limit;
  return (
    <Text size="sm" c={isFull ? 'red' : 'dimmed'}>
      {text}
      {isFull && '. The limit is reached: make room, or ask the operator of this service for more.'}
    </Text>
  );
}
