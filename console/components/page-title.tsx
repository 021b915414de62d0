import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { GuideLink } from './guide-link.tsx';
import { Help } from './help.tsx';

let navigated = false;

/** To be called when the address changes: the next title takes the focus, so that readers hear where they are. */
export function focusNextTitle(): void {
  navigated = true;
}

/** Moves a lost focus to the title of the page. */
export function focusTitle(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

interface PageTitleProps {
  children: string;
  /** One sentence below. */
  lead?: ReactNode;
  /** Explains the page on request. */
  help?: ReactNode;
  beside?: ReactNode;
  actions?: ReactNode;
  /** Page of docs/ about it, such as `policy.md`. */
  guide?: string | null;
}

/** The page's heading, and the window's title. */
export function PageTitle({ children, lead, help, beside, actions, guide }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · ucp-host`;
  }, [children]);
  useEffect(() => {
    if (navigated) heading.current?.focus({ preventScroll: true });
    navigated = false;
  }, []);
  return (
    <Group justify="space-between" align="flex-start" mb="md" gap="sm" className="page-title">
      <Stack gap={4}>
        <Group gap="xs" mih={36}>
          <Title order={1} size="h3" ref={heading} tabIndex={-1} className="break">
            {children}
          </Title>
          {help && <Help about={children}>{help}</Help>}
          {beside}
        </Group>
        {lead && (
          <Text c="dimmed" size="sm" maw="65ch" component="div" className="break">
            {lead}
          </Text>
        )}
      </Stack>
      {(actions || guide) && (
        <Group gap="sm" mih={36}>
          {guide && <GuideLink page={guide} />}
          {actions}
        </Group>
      )}
    </Group>
  );
}
