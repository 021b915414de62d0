import { Alert, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

const CHECK_INTERVAL_MS = 4_000;
const LOST_INTERVAL_MS = 2_000;
const TIMEOUT_MS = 5_000;

/** Says that the service does not answer, and reads the page anew once it does. */
export function ConnectionBar() {
  const client = useQueryClient();
  const isLost = useLoss(
    () => void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'liveness' }),
  );
  return (
    <div className="connection-bar" role="status">
      {isLost && (
        <Alert color="red.9" variant="filled" p="xs" icon={<Loader size="xs" color="white" aria-hidden />}>
          The service does not answer. Reconnecting…
        </Alert>
      )}
    </div>
  );
}

/** Reads the console anew once the service answers again: a part of the page that did not arrive is not fetched twice. */
export function ReloadWhenBack() {
  useLoss(() => window.location.reload());
  return null;
}

/** Returns whether the service does not answer; `onBack` is called when it does again. */
function useLoss(onBack: () => void): boolean {
  const { data: isLost = false } = useQuery({
    queryKey: ['liveness'],
    // An answer, not an error: a query that has only failed forgets its error while it is asked again.
    queryFn: async () => !(await isAlive().catch(() => false)),
    refetchInterval: ({ state }) => (state.data ? LOST_INTERVAL_MS : CHECK_INTERVAL_MS),
    staleTime: 0,
  });
  const wasLost = useRef(false);
  useEffect(() => {
    if (wasLost.current && !isLost) onBack();
    wasLost.current = isLost;
  });
  return isLost;
}

/** False where a proxy answers 502 or 503 in the service's place. Rejects without an answer. */
async function isAlive(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
  // A body that is not read keeps its connection.
  await answer.text();
  return answer.ok;
}
