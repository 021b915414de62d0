import { Alert } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useOrganizations } from '../session.ts';
import { useStore } from '../store-context.ts';

/** Explains to analysts why changes are refused; empty for members who may change the store. */
export function ReadOnlyNotice() {
  const { organization } = useStore();
  const role = useOrganizations().data?.find(({ id }) => id === organization?.id)?.role;
  if (role !== 'analyst') return null;
  return (
    <Alert variant="light" color="gray" icon={<IconEye aria-hidden />} mb="lg" py="xs">
      You can see everything here and change nothing: your role in {organization?.name} is Analyst.
    </Alert>
  );
}
