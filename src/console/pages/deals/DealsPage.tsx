import { useSearch } from '@tanstack/react-router';
import { Handshake } from 'lucide-react';
import { Suspense } from 'react';
import { deal } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { DealViews } from './DealViews.tsx';
import { dealTabs } from './dealTabs.ts';
import { offeredSearchSchema } from './dealsSearch.ts';

const OfferedDeals = lazyChunk(() => import('./OfferedDeals.tsx'), 'OfferedDeals');

const intro = {
  icon: <Handshake />,
  text: 'A deal is a price agreed with a supplier or with buyers. Bid requests refer to it by its deal ID.',
};

/** The deals of the account, or those that suppliers offer and that are not configured. */
export function DealsPage() {
  const { view } = offeredSearchSchema.parse(useSearch({ strict: false }));
  if (view === 'observed') {
    return (
      <Suspense fallback={null}>
        <OfferedDeals />
      </Suspense>
    );
  }
  return <EntityPage entity={deal} intro={intro} views={<DealViews isObserved={false} />} rowTabs={dealTabs} />;
}
