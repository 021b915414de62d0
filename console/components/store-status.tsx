import { Badge } from '@mantine/core';
import type { StoreSummary } from '../api-types.ts';

export function StoreStatus({ store }: { store: Pick<StoreSummary, 'status'> }) {
  return store.status === 'connected' ? (
    <Badge color="green">Connected</Badge>
  ) : (
    <Badge color="gray">Disconnected</Badge>
  );
}
