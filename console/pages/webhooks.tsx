import { PageTitle } from '../components/page-title.tsx';

export function Webhooks() {
  return <PageTitle>Webhooks</PageTitle>;
}
