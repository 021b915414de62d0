import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';

const GUIDES = 'https://github.com/ucp-host/ucp-host/blob/main/docs/';

/** Link to a page of docs/, in a new tab. */
export function GuideLink({ page }: { page: string }) {
  return (
    <Anchor href={`${GUIDES}${page}`} target="_blank" rel="noreferrer" size="sm">
      Read the guide <IconExternalLink size={12} aria-label="(opens in a new tab)" />
    </Anchor>
  );
}
