import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import { ConfirmProvider } from './overlay/ConfirmProvider.tsx';
import { ToastProvider } from './overlay/ToastProvider.tsx';
import type { Toaster } from './overlay/toaster.ts';
import { SingleKeys } from './shortcuts.tsx';

export type KitProviderProps = {
  toaster: Toaster;
  /** True when single-character shortcuts are on; a user may turn them off. */
  singleKeys?: boolean;
  children: ReactNode;
};

/** Providers that the components need, once at the root. */
export function KitProvider({ toaster, singleKeys = true, children }: KitProviderProps) {
  return (
    <CSPProvider disableStyleElements>
      <SingleKeys enabled={singleKeys}>
        <Tooltip.Provider delay={500}>
          <ToastProvider toaster={toaster}>
            <ConfirmProvider>{children}</ConfirmProvider>
          </ToastProvider>
        </Tooltip.Provider>
      </SingleKeys>
    </CSPProvider>
  );
}
