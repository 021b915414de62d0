import { PageTitle } from '../components/page-title.tsx';

export function ConnectShopify() {
  return <PageTitle>Connect Shopify</PageTitle>;
}
