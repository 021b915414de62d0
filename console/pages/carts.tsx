import { PageTitle } from '../components/page-title.tsx';

export function Carts() {
  return <PageTitle>Carts</PageTitle>;
}
