import { Suspense } from 'react';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { seesWaiting } from '../../waiting/seesWaiting.ts';

const WaitingNotice = lazyChunk(() => import('../../waiting/WaitingNotice.tsx'), 'WaitingNotice');

const objects = ['settlement', 'adjustment', 'invoice', 'invoiceSettings', 'pricePlan', 'demand'];

/** The changes of payouts and prices that wait for a second person. */
export function FinanceNotice({ className }: { className?: string }) {
  if (!seesWaiting(useUser())) return null;
  return (
    <Suspense fallback={null}>
      <WaitingNotice objects={objects} {...(className === undefined ? {} : { className })} />
    </Suspense>
  );
}
