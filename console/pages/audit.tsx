import { PageTitle } from '../components/page-title.tsx';

export function Audit() {
  return <PageTitle>Audit log</PageTitle>;
}
