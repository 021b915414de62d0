import { PageTitle } from '../components/page-title.tsx';

export function Session() {
  return <PageTitle>Session</PageTitle>;
}
