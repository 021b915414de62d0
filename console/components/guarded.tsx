import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRefusal } from '../permissions.ts';

interface GuardedProps {
  /** Endpoint that the controls call: `PUT /stores/{slug}`. */
  endpoint: string;
  /** Organization of the role; by default that of the page's store. */
  organizationId?: string;
  children: ReactNode;
}

/** Disables buttons and fields for members whose role may not call their endpoint, and gives the reason. Links stay as they are. */
export function Guarded({ endpoint, organizationId, children }: GuardedProps) {
  const refusal = useRefusal(endpoint, organizationId);
  if (refusal === undefined) return children;
  return (
    <fieldset disabled className="guarded" title={refusal}>
      <VisuallyHidden component="legend">{refusal}</VisuallyHidden>
      {children}
    </fieldset>
  );
}
