import { Button, Stack } from '@mantine/core';
import { useStore } from '../../store-context.ts';
import { useAction } from '../../use-action.ts';
import { Diagnostics } from '../diagnostics.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../panel.tsx';

/** Live check of the saved credentials, which explains failures that agents see without a cause. */
export function Connection() {
  const { slug } = useStore();
  const check = useAction('checkStore', () => ({ slug }), []);
  return (
    <Section
      title="Connection"
      lead="Tests the saved credentials, and reads your shop’s name, currency and policy pages, which otherwise takes up to half an hour after a change."
    >
      <Stack align="flex-start">
        <Button variant="default" onClick={() => check.mutate()} loading={check.isPending}>
          Check connection
        </Button>
        <ErrorNotice error={check.error} title="The connection could not be checked" />
        {check.data && <Diagnostics diagnostics={check.data.diagnostics} label="Check results" />}
      </Stack>
    </Section>
  );
}
