import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';

const GUIDES = 'https://github.com/ucp-host/ucp-host/blob/main/docs/';

/** Link to a guide of the documentation, such as `merchants-woocommerce.md`, in a new tab. */
export function GuideLink({ page, children }: { page: string; children: string }) {
  return (
    <Anchor href={`${GUIDES}${page}`} target="_blank" rel="noreferrer" size="sm">
      {children} <IconExternalLink size={12} aria-label="(opens in a new tab)" />
    </Anchor>
  );
}
