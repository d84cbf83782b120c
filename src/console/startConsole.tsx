import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { PageSession } from '#api/page/pageSession.ts';
import { claimStoredLists } from './frame/clientStore.ts';
import { FallbackErrorPage } from './frame/errors/ErrorPage.tsx';
import { createModeStore } from './frame/navigation/mode.ts';
import { openLinksInNewTabs, opensNewTabs } from './frame/navigation/newTabs.ts';
import { Providers } from './frame/Providers.tsx';
import { createSessionStore, readPageSession, clockSkewOf } from './frame/session.ts';
import { createConfirmations } from './factors/confirmations.ts';
import { listenForShownErrors } from './frame/errors/shownErrors.ts';
import { createSingleKeys } from './frame/palette/singleKeys.ts';
import { createApi } from './lib/api.ts';
import { localStore, sessionStore } from './lib/browserStorage.ts';
import { loadErrorToast } from './lib/errorToast.ts';
import { createQueryClient } from './lib/query.ts';
import { waitingKey } from './waiting/waitingQuery.ts';
import { createConsoleRouter } from './routes.tsx';
import { createToaster } from './ui/overlay/toaster.ts';

/** Reads the session of the page. The development server's page has none, so it is fetched from the API. */
async function restoreSession(): Promise<PageSession> {
  const fromPage = readPageSession(document.getElementById('session')?.textContent);
  if (!import.meta.env.DEV || fromPage.user) return fromPage;
  const api = createApi({ fetch: (...args) => fetch(...args), onForbidden: () => undefined });
  return api.get('/api/session').then(
    (user) => ({ ...fromPage, user }),
    () => fromPage,
  );
}

/** Starts the console inside an element. */
export async function startConsole(container: HTMLElement): Promise<Root> {
  const restored = await restoreSession();
  const session = createSessionStore(restored, clockSkewOf(restored.now, Date.now()));
  claimStoredLists(sessionStore, session.get().user);
  const confirmations = createConfirmations();
  const toaster = createToaster((href) => void router.navigate({ href }));
  listenForShownErrors(window, toaster);
  const queryClient = createQueryClient({
    onLoadError: (error) => toaster.error(loadErrorToast(error)),
  });
  const router = createConsoleRouter({ session, queryClient });
  const api = createApi({
    fetch: (...args) => fetch(...args),
    loadUploader: async () => (await import('./lib/sendWithProgress.ts')).sendWithProgress,
    keyOf: () => session.get().user?.encryptKey,
    shownUser: () => session.get().user?.id,
    onWaiting: () => void queryClient.invalidateQueries({ queryKey: waitingKey }),
    confirmPerson: () => confirmations.request(),
    onForbidden: () => {
      const { pathname, href } = router.state.location;
      if (pathname === '/login') return;
      queryClient.clear();
      session.setUser(null);
      void router.navigate({
        to: '/login',
        search: { next: href },
        state: { isSessionOver: true },
        replace: true,
        ignoreBlocker: true,
      });
    },
  });

  const parts = {
    api,
    session,
    queryClient,
    toaster,
    confirmations,
    mode: createModeStore({ local: localStore, session: sessionStore }, window),
    singleKeys: createSingleKeys(localStore),
  };
  openLinksInNewTabs(document, () => opensNewTabs(localStore));
  // A page restored from the back-forward cache may show a user who has signed out.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });

  const root = createRoot(container);
  root.render(
    <StrictMode>
      <FallbackErrorPage>
        <Providers parts={parts}>
          <RouterProvider router={router} />
        </Providers>
      </FallbackErrorPage>
    </StrictMode>,
  );
  return root;
}
