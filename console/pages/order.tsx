import { PageTitle } from '../components/page-title.tsx';

export function Order() {
  return <PageTitle>Order</PageTitle>;
}
