import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Redirect, Route, Switch, useParams } from 'wouter';
import { isNotFound, queryOf } from './api.ts';
import { EmptyState } from './components/empty-state.tsx';
import { Loading } from './components/loading.tsx';
import { PageShell } from './components/page-shell.tsx';
import { PausedNotice } from './components/paused-notice.tsx';
import { QueryView } from './components/query-view.tsx';
import { ReadOnlyNotice } from './components/read-only-notice.tsx';
import { NotFound } from './pages/not-found.tsx';
import * as pages from './pages.ts';
import { useConnectable, useRolePending } from './permissions.ts';
import { platforms } from './platforms/index.ts';
import { StoreContext } from './store-context.ts';

export function SignedIn() {
  const isPending = useRolePending();
  return <PageShell>{isPending ? <Loading /> : <Pages />}</PageShell>;
}

function Pages() {
  return (
    <Suspense fallback={<Loading />}>
      <Switch>
        <Route path="/stores" component={pages.Stores} />
        <Route path="/connect/*?" component={ConnectPages} />
        <Route path="/stores/:slug/*?" component={StorePages} />
        <Route path="/account" component={pages.Account} />
        <Route path="/confirm-email" component={pages.ConfirmEmail} />
        <Route path="/change-email" component={pages.ChangeEmail} />
        <Route path="/team/:id?" component={pages.Team} />
        <Route path="/transfer" component={pages.Transfer} />
        <Route path="/sign-in" component={AfterSignIn} />
        <Route path="/sign-up" component={AfterSignIn} />
        <Route path="/">
          <Redirect to="/stores" replace />
        </Route>
        <Route component={NotFound} />
      </Switch>
    </Suspense>
  );
}

/** To the page that was asked for before the sign-in. Only ever a path of the console itself. */
function AfterSignIn() {
  const to = new URLSearchParams(window.location.search).get('to') ?? '/stores';
  return <Redirect to={/^\/[^/\\]/.test(to) ? to : '/stores'} replace />;
}

function ConnectPages() {
  if (useConnectable().length === 0)
    return (
      <EmptyState title="You cannot connect stores">
        Your role does not allow it in any organization. Ask an owner or admin.
      </EmptyState>
    );
  return (
    <Switch>
      <Route path="/connect" component={pages.Connect} />
      {[...platforms].map(([name, { Connect }]) => (
        <Route key={name} path={`/connect/${name}`} component={Connect} />
      ))}
      <Route component={NotFound} />
    </Switch>
  );
}

function StorePages() {
  const { slug = '' } = useParams<{ slug: string }>();
  const query = useQuery(queryOf('getStore', { slug }));
  if (isNotFound(query.error)) return <NotFound />;
  return (
    <QueryView query={query}>
      {({ store }) => (
        <StoreContext value={store}>
          <ReadOnlyNotice />
          <PausedNotice />
          <PagesOfStore key={slug} />
        </StoreContext>
      )}
    </QueryView>
  );
}

function PagesOfStore() {
  return (
    <Switch>
      <Route path="/stores/:slug" component={pages.Overview} />
      <Route path="/stores/:slug/discovery" component={pages.Discovery} />
      <Route path="/stores/:slug/connect-agent" component={pages.ConnectAgent} />
      <Route path="/stores/:slug/capabilities" component={pages.Capabilities} />
      <Route path="/stores/:slug/policy" component={pages.Policy} />
      <Route path="/stores/:slug/products" component={pages.Products} />
      <Route path="/stores/:slug/products/:id" component={pages.Product} />
      <Route path="/stores/:slug/search" component={pages.Search} />
      <Route path="/stores/:slug/sessions" component={pages.Sessions} />
      <Route path="/stores/:slug/sessions/:id" component={pages.Session} />
      <Route path="/stores/:slug/carts" component={pages.Carts} />
      <Route path="/stores/:slug/carts/:id" component={pages.Cart} />
      <Route path="/stores/:slug/orders" component={pages.Orders} />
      <Route path="/stores/:slug/orders/:id" component={pages.Order} />
      <Route path="/stores/:slug/requests" component={pages.Requests} />
      <Route path="/stores/:slug/requests/:id" component={pages.Request} />
      <Route path="/stores/:slug/webhooks" component={pages.Webhooks} />
      <Route path="/stores/:slug/events" component={pages.Events} />
      <Route path="/stores/:slug/playground" component={pages.Playground} />
      <Route path="/stores/:slug/audit" component={pages.Audit} />
      <Route path="/stores/:slug/settings" component={pages.Settings} />
      <Route component={NotFound} />
    </Switch>
  );
}
