import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';

/** Link to a page that is not the console's. */
export function OutsideLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" size="sm">
      {children} <IconExternalLink size={12} aria-label="(opens in a new tab)" />
    </Anchor>
  );
}
