import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OperationName } from '../../client/index.ts';
import { useRefusal } from '../permissions.ts';
import { useReadOnlyNotice } from './read-only-notice.tsx';

interface GuardedProps {
  /** Called by the controls. */
  operation: OperationName;
  /** Organization of the role; by default that of the page's store. */
  organizationId?: string;
  children: ReactNode;
}

/**
 * Disables buttons and fields for members whose role may not call the operation, and gives the reason unless the page's notice has.
 * Links stay as they are.
 */
export function Guarded({ operation, organizationId, children }: GuardedProps) {
  const refusal = useRefusal(operation, organizationId);
  const notice = useReadOnlyNotice();
  if (refusal === undefined) return children;
  if (notice !== undefined)
    return (
      <fieldset disabled className="guarded" title="Read only" aria-describedby={notice}>
        {children}
      </fieldset>
    );
  return (
    <fieldset disabled className="guarded" title={refusal}>
      <VisuallyHidden component="legend">{refusal}</VisuallyHidden>
      {children}
    </fieldset>
  );
}
