import { PageTitle } from '../components/page-title.tsx';

export function Requests() {
  return <PageTitle>Requests</PageTitle>;
}
