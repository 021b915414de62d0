import { PageTitle } from '../components/page-title.tsx';

export function Orders() {
  return <PageTitle>Orders</PageTitle>;
}
