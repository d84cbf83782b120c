import { useSearch } from '@tanstack/react-router';
import { Handshake } from 'lucide-react';
import { Suspense } from 'react';
import { deal } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import { lazyChunk } from '../../frame/lazyChunk.ts';
import { DealViews } from './DealViews.tsx';
import { dealTabs } from './dealTabs.ts';
import { seenSearchSchema } from './dealsSearch.ts';

const SeenDeals = lazyChunk(() => import('./SeenDeals.tsx'), 'SeenDeals');

const intro = {
  icon: <Handshake />,
  text: 'A deal is a price agreed with a supplier or with buyers. Bid requests refer to it by its deal ID.',
};

/** The deals of the account, or those that suppliers offer and that nobody has set up. */
export function DealsPage() {
  const { view } = seenSearchSchema.parse(useSearch({ strict: false }));
  if (view === 'seen') {
    return (
      <Suspense fallback={null}>
        <SeenDeals />
      </Suspense>
    );
  }
  return <EntityPage entity={deal} intro={intro} views={<DealViews isSeen={false} />} rowTabs={dealTabs} />;
}
