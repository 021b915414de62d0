import { PageTitle } from '../components/page-title.tsx';

export function Request() {
  return <PageTitle>Request</PageTitle>;
}
