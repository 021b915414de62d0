import { PageTitle } from '../components/page-title.tsx';

export function Connect() {
  return <PageTitle>Connect</PageTitle>;
}
