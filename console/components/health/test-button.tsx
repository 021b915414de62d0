import { Button } from '@mantine/core';
import type { StoreHealth } from '../../api-types.ts';
import { ErrorNotice } from '../notice.tsx';
import { useHealthTest } from './use-health.ts';

interface TestButtonProps {
  slug: string;
  name: string;
  health: StoreHealth;
}

/** Tests the store now, instead of waiting for the next regular check. */
export function TestButton({ slug, name, health }: TestButtonProps) {
  const test = useHealthTest(slug);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={() => test.mutate()}
        loading={test.isPending || health.testing}
        aria-label={`Test now: the connection of ${name}`}
      >
        Test now
      </Button>
      <ErrorNotice error={test.error} title="The test could not be started" />
    </>
  );
}
