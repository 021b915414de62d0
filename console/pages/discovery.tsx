import { PageTitle } from '../components/page-title.tsx';

export function DiscoveryPage() {
  return <PageTitle>Discovery</PageTitle>;
}
