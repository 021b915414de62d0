import { Alert } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { use } from 'react';
import { useOrganizations } from '../session.ts';
import { StoreContext, useStore } from '../store-context.ts';

const NOTICE = 'read-only';

/** Id of the notice, for the controls that it explains; undefined on pages that do not show it. */
export function useReadOnlyNotice(): string | undefined {
  const organization = use(StoreContext)?.organization;
  const role = useOrganizations().data?.find(({ id }) => id === organization?.id)?.role;
  return role === 'analyst' ? NOTICE : undefined;
}

/** Explains to analysts why changes are refused; empty for members who may change the store. */
export function ReadOnlyNotice() {
  const { organization } = useStore();
  const id = useReadOnlyNotice();
  if (id === undefined) return null;
  return (
    <Alert id={id} variant="light" color="gray" icon={<IconEye aria-hidden />} mb="lg" py="xs">
      You can see everything here and change nothing: your role in {organization?.name} is Analyst.
    </Alert>
  );
}
