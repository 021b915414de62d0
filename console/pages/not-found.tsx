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
        title="Nothing is at this address"
        action={<LinkButton to="/stores">All stores</LinkButton>}
      >
        The page does not exist, or it is not yours to see.
      </EmptyState>
    </>
  );
}
