import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './console.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { App } from './app.tsx';
import { ConnectionBar } from './components/connection-bar.tsx';
import { guardedNavigation, guardHistory } from './leave-guard.ts';
import { queryClient } from './query-client.ts';
import { cssVariables, theme } from './theme.ts';

reloadAfterUpdate();
guardHistory();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <Notifications position="bottom-right" />
        <QueryClientProvider client={queryClient}>
          <Router base="/console" aroundNav={guardedNavigation}>
            <App />
            <ConnectionBar />
          </Router>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

/** A page that the service no longer has was built anew meanwhile: once, the whole console is read again. */
function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', async () => {
    const last = Number(sessionStorage.getItem('reloaded-at'));
    if (Date.now() - last < 30_000) return;
    const isReachable = await fetch(window.location.href, { method: 'HEAD' }).then(
      () => true,
      () => false,
    );
    if (!isReachable) return;
    sessionStorage.setItem('reloaded-at', String(Date.now()));
    window.location.reload();
  });
}
