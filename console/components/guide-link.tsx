import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useInstallation } from '../session.ts';

/** Link to a page of the documentation of the installed version, in a new tab. */
export function GuideLink({ page }: { page: string }) {
  const guides = useInstallation().data?.guides;
  if (guides === undefined) return null;
  return (
    <Anchor href={`${guides}${page}`} target="_blank" rel="noreferrer" size="sm">
      Read the guide <IconExternalLink size={12} aria-label="(opens in a new tab)" />
    </Anchor>
  );
}
