import { PageTitle } from '../components/page-title.tsx';

export function SignIn() {
  return <PageTitle>Sign in</PageTitle>;
}
