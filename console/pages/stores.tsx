import { PageTitle } from '../components/page-title.tsx';

export function Stores() {
  return <PageTitle>Stores</PageTitle>;
}
