import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { storePath, useStore } from '../../store-context.ts';
import { PageTitle } from '../page-title.tsx';

/** By the page's path below the store. */
const DIRECTIONS = { '/webhooks': 'From your shop', '/events': 'To your systems' } as const;

interface WebhooksPageProps {
  path: keyof typeof DIRECTIONS;
  lead: string;
  guide: string | null;
  children: ReactNode;
}

/** One direction of webhooks, beside the other. */
export function WebhooksPage({ path, lead, guide, children }: WebhooksPageProps) {
  const { slug } = useStore();
  const [, navigate] = useLocation();
  return (
    <>
      <PageTitle guide={guide} lead={lead}>
        Webhooks
      </PageTitle>
      <Tabs value={path} onChange={(to) => navigate(`${storePath(slug)}${to}`)}>
        <Tabs.List aria-label="Directions" className="list-tabs" mb="md">
          {Object.entries(DIRECTIONS).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={path}>{children}</Tabs.Panel>
      </Tabs>
    </>
  );
}
