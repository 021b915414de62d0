import { PageTitle } from '../components/page-title.tsx';

export function SignUp() {
  return <PageTitle>Sign up</PageTitle>;
}
