import { Button } from '@mantine/core';
import { Guarded } from '../guarded.tsx';
import { ErrorNotice } from '../notice.tsx';
import { useHealthTest } from './use-health.ts';

interface TestButtonProps {
  slug: string;
  name: string;
  /** Organization of the store, outside its own pages. */
  organizationId?: string | undefined;
}

/** Tests the store now, instead of waiting for the next regular check. */
export function TestButton({ slug, name, organizationId }: TestButtonProps) {
  const test = useHealthTest(slug);
  return (
    <Guarded operation="testStoreHealth" {...(organizationId === undefined ? {} : { organizationId })}>
      <Button
        variant="default"
        size="xs"
        onClick={() => test.mutate()}
        loading={test.isPending}
        aria-label={`Test now: the connection of ${name}`}
      >
        Test now
      </Button>
      <ErrorNotice error={test.error} title="The test could not be started" />
    </Guarded>
  );
}
