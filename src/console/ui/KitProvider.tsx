import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import { ConfirmProvider } from './overlay/ConfirmProvider.tsx';
import { ToastProvider } from './overlay/ToastProvider.tsx';
import type { Toaster } from './overlay/toaster.ts';
import { SingleKeys } from './shortcuts.tsx';

export type KitProviderProps = {
  toaster: Toaster;
  /** Whether shortcuts of one letter work; a user may turn them off. */
  singleKeys?: boolean;
  children: ReactNode;
};

/** What the components need around them; once, at the root. */
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
