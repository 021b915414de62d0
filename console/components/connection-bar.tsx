import { Alert, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

const CHECK_INTERVAL_MS = 4_000;
const LOST_INTERVAL_MS = 2_000;
const TIMEOUT_MS = 5_000;

/** Says that the service does not answer, and reads the page anew once it does. */
export function ConnectionBar() {
  const client = useQueryClient();
  const isError = useLoss(
    () => void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'liveness' }),
  );
  return (
    <div className="connection-bar" role="status">
      {isError && (
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
  const { isError } = useQuery({
    queryKey: ['liveness'],
    queryFn: checkLiveness,
    refetchInterval: ({ state }) => (state.status === 'error' ? LOST_INTERVAL_MS : CHECK_INTERVAL_MS),
    retry: false,
    staleTime: 0,
  });
  const wasLost = useRef(false);
  useEffect(() => {
    if (wasLost.current && !isError) onBack();
    wasLost.current = isError;
  });
  return isError;
}

/** Rejects without an answer of the service itself: a proxy in front of it answers 502 or 503. */
async function checkLiveness(): Promise<true> {
  const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
  // A body that is not read keeps its connection.
  await answer.text();
  if (!answer.ok) throw new Error(`The service answered ${answer.status}.`);
  return true;
}
