import { Suspense, useSyncExternalStore } from 'react';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import type { Confirmations } from './confirmations.ts';

const ConfirmPersonDialog = lazyChunk(() => import('./ConfirmPersonDialog.tsx'), 'ConfirmPersonDialog');

/** The dialog in which the person confirms who they are, loaded with the first call that requires it. */
export function ConfirmPerson({ confirmations }: { confirmations: Confirmations }) {
  const isOpen = useSyncExternalStore(confirmations.subscribe, confirmations.isOpen);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmPersonDialog onSettled={confirmations.settle} />
    </Suspense>
  );
}
