import { IconMapOff } from '@tabler/icons-react';
import { EmptyState } from '../components/empty-state.tsx';
import { LinkButton } from '../components/link.tsx';
import { PageTitle } from '../components/page-title.tsx';

export function NotFound() {
  return (
    <>
      <PageTitle>Not found</PageTitle>
      <EmptyState
        icon={IconMapOff}
        title="Page not found"
        action={<LinkButton to="/stores">All stores</LinkButton>}
      >
        This page does not exist, or you don’t have access to it.
      </EmptyState>
    </>
  );
}
