import { PageTitle } from '../components/page-title.tsx';

export function CapabilitiesPage() {
  return <PageTitle>Capabilities</PageTitle>;
}
