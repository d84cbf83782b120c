import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmPerson } from '../factors/ConfirmPerson.tsx';
import type { Confirmations } from '../factors/confirmations.ts';
import type { Api } from '../lib/api.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { KitProvider } from '../ui/KitProvider.tsx';
import type { Toaster } from '../ui/overlay/toaster.ts';
import { ModeContext, type ModeStore } from './navigation/mode.ts';
import { SessionContext, type SessionStore } from './session.ts';
import { SingleKeysContext, useSingleKeys, type SingleKeysStore } from './palette/singleKeys.ts';

/** Shared services of the page, created once by main.tsx. */
export interface PageParts {
  api: Api;
  session: SessionStore;
  queryClient: QueryClient;
  toaster: Toaster;
  mode: ModeStore;
  singleKeys: SingleKeysStore;
  confirmations: Confirmations;
}

/** Provides the shared services to all components inside. */
export function Providers({ parts, children }: { parts: PageParts; children: ReactNode }) {
  return (
    <ApiContext value={parts.api}>
      <SessionContext value={parts.session}>
        <ModeContext value={parts.mode}>
          <SingleKeysContext value={parts.singleKeys}>
            <QueryClientProvider client={parts.queryClient}>
              <Kit toaster={parts.toaster}>
                {children}
                <ConfirmPerson confirmations={parts.confirmations} />
              </Kit>
            </QueryClientProvider>
          </SingleKeysContext>
        </ModeContext>
      </SessionContext>
    </ApiContext>
  );
}

function Kit({ toaster, children }: { toaster: Toaster; children: ReactNode }) {
  const [hasSingleKeys] = useSingleKeys();
  return (
    <KitProvider toaster={toaster} singleKeys={hasSingleKeys}>
      {children}
    </KitProvider>
  );
}
