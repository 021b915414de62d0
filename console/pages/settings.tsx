import { PageTitle } from '../components/page-title.tsx';

export function Settings() {
  return <PageTitle>Settings</PageTitle>;
}
