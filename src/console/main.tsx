import './lib/zodSetup.ts';
import './styles/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { PageSession, SessionUser } from '#api/contract.ts';
import { LastResort } from './frame/ErrorPage.tsx';
import { createSessionStore, readPageSession, SessionContext } from './frame/session.ts';
import { createApi } from './lib/api.ts';
import { ApiContext } from './lib/apiContext.ts';
import { messageOf } from './lib/problems.ts';
import { createQueryClient } from './lib/query.ts';
import { createConsoleRouter } from './routes.tsx';
import { KitProvider } from './ui/KitProvider.tsx';
import { createToaster } from './ui/toaster.ts';

/** The session of the page. The development server's page carries none, so that it asks the API. */
async function restoreSession(): Promise<PageSession> {
  const fromPage = readPageSession(document.getElementById('session')?.textContent);
  if (!import.meta.env.DEV || fromPage.user) return fromPage;
  const response = await fetch('/api/session');
  return response.ok ? { ...fromPage, user: (await response.json()) as SessionUser } : fromPage;
}

async function start(container: HTMLElement): Promise<void> {
  const session = createSessionStore(await restoreSession());
  const toaster = createToaster();
  const queryClient = createQueryClient({
    onStaleLoadError: (error) => toaster.error({ title: 'Error on load data', description: messageOf(error) }),
  });
  const router = createConsoleRouter({ session, queryClient });
  const api = createApi({
    fetch: (...args) => fetch(...args),
    onForbidden: () => {
      const { pathname, href } = router.state.location;
      if (pathname === '/login') return;
      queryClient.clear();
      session.setUser(null);
      void router.navigate({ to: '/login', search: { next: href }, replace: true, ignoreBlocker: true });
    },
  });

  createRoot(container).render(
    <StrictMode>
      <LastResort>
        <ApiContext value={api}>
          <SessionContext value={session}>
            <QueryClientProvider client={queryClient}>
              <KitProvider toaster={toaster}>
                <RouterProvider router={router} />
              </KitProvider>
            </QueryClientProvider>
          </SessionContext>
        </ApiContext>
      </LastResort>
    </StrictMode>,
  );
}

const container = document.getElementById('root');
if (container) void start(container);
