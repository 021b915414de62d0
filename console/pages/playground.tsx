import { PageTitle } from '../components/page-title.tsx';

export function Playground() {
  return <PageTitle>Playground</PageTitle>;
}
