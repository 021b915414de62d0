import { PageTitle } from '../components/page-title.tsx';

export function AccountPage() {
  return <PageTitle>Account</PageTitle>;
}
