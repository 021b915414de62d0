import { PageTitle } from '../components/page-title.tsx';

export function Cart() {
  return <PageTitle>Cart</PageTitle>;
}
