import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link as Route } from 'wouter';

interface To {
  /** Below /console, for example /stores. */
  to: string;
  children: ReactNode;
  'aria-label'?: string;
}

/** As large as the text around it unless it has a size. */
export function Link({ to, ...rest }: To & AnchorProps) {
  return <Anchor component={Route} href={to} inherit={rest.size === undefined} {...rest} />;
}

export function LinkButton({ to, ...rest }: To & ButtonProps) {
  return <Button component={Route} href={to} {...rest} />;
}
