import { type ComponentType, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { Loading } from './components/loading.tsx';
import { ErrorNotice } from './components/notice.tsx';
import { SignInLayout } from './components/sign-in-layout.tsx';
import {
  Confirm,
  ForgotPassword,
  Invitation,
  ProviderAnswer,
  ResetPassword,
  SignIn,
  SignUp,
} from './pages.ts';
import { useAccount, useInstallation } from './session.ts';
import { SignedIn } from './signed-in.tsx';

/** Pages that a handed-over link or the identity provider leads to, with and without a session. */
const LINKED: Readonly<Record<string, ComponentType>> = {
  '/reset-password': ResetPassword,
  '/confirm': Confirm,
  '/invitation': Invitation,
  '/sign-in/provider': ProviderAnswer,
};

/** Shows the sign-in page without a session, or sign-up on a new installation. */
export function App() {
  const account = useAccount();
  const installation = useInstallation();
  const [location] = useLocation();
  const failed = account.error ?? installation.error;
  const Linked = LINKED[location];
  if (Linked && account.data !== undefined)
    return (
      <Suspense fallback={<Loading />}>
        <Linked />
      </Suspense>
    );
  if (account.data) return <SignedIn />;
  if (failed)
    return (
      <SignInLayout>
        <ErrorNotice
          error={failed}
          onRetry={() => void Promise.all([account.refetch(), installation.refetch()])}
        />
      </SignInLayout>
    );
  if (account.data === undefined || !installation.data) return <Loading />;
  return <SignedOut firstRun={installation.data.first_run} />;
}

function SignedOut({ firstRun }: { firstRun: boolean }) {
  const [location] = useLocation();
  const path =
    location.startsWith('/sign-') || location === '/'
      ? ''
      : `?to=${encodeURIComponent(location + window.location.hash)}`;
  return (
    <Suspense fallback={<Loading />}>
      <Switch>
        <Route path="/sign-up" component={SignUp} />
        {firstRun && <Redirect to="/sign-up" replace />}
        <Route path="/sign-in" component={SignIn} />
        <Route path="/forgot-password" component={ForgotPassword} />
        <Redirect to={`/sign-in${path}`} replace />
      </Switch>
    </Suspense>
  );
}
