import { useStoreQuery } from '../../store-context.ts';
import { useStoreAction } from '../../use-action.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { counted } from '../counted.ts';
import { Guarded } from '../guarded.tsx';

/** Sends all again that was given up and matches the filters of the list; hidden while there is none. */
export function ResendAll({ filters }: { filters: Record<string, string> }) {
  const { endpoint_id = '', since = '', until = '' } = filters;
  const filter = { ...(endpoint_id === '' ? {} : { endpoint_id }), since, until };
  const dead = useStoreQuery(
    'listStoreEventDeliveries',
    { ...filter, status: 'dead', per_page: 1 },
    { refetchInterval: 5_000 },
  );
  const resend = useStoreAction('resendDeadStoreEventDeliveries', () => ({ body: filter }), {
    success: ({ resent }) => `${counted(resent, 'event')} ${resent === 1 ? 'is' : 'are'} sent again.`,
  });
  const total = dead.data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Guarded operation="resendDeadStoreEventDeliveries">
      <ConfirmButton
        title={`Send ${counted(total, 'event')} again?`}
        text="All events that were given up and match the filters are sent to their endpoints, after those that wait. Disabled endpoints are skipped."
        confirm="Send again"
        color="indigo"
        action={resend}
        label="Send all given up again"
        size="xs"
      />
    </Guarded>
  );
}
