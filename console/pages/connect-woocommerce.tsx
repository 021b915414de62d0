import { PageTitle } from '../components/page-title.tsx';

export function ConnectWooCommerce() {
  return <PageTitle>Connect WooCommerce</PageTitle>;
}
