import { Check, Clapperboard, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { creative, mayUse } from '#model/index.ts';
import type { ChosenRows } from '../../entities/bulk/target.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowTab } from '../../entities/RowTab.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { usesTab } from '../../entities/uses/usesTab.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { mediaTabs } from '../../media/mediaTabs.ts';
import type { MenuEntry } from '../../ui/overlay/Menu.tsx';
import type { Verdict } from './review.ts';

const intro = {
  icon: <Clapperboard />,
  text: 'A creative is an ad that an advertiser’s campaigns show once it is approved.',
};

const rowTabs: readonly RowTab[] = [
  ...mediaTabs,
  {
    id: 'scan',
    label: 'Scan',
    within: 'review',
    Panel: lazyChunk(() => import('../../scan/ScanPanel.tsx'), 'ScanPanel'),
  },
  {
    id: 'review-state',
    label: 'Review',
    within: 'review',
    Panel: lazyChunk(() => import('./ReviewPanel.tsx'), 'ReviewPanel'),
  },
  usesTab,
];

const ReviewDialog = lazyChunk(() => import('./ReviewDialog.tsx'), 'ReviewDialog');
const BulkReviewDialog = lazyChunk(() => import('./BulkReviewDialog.tsx'), 'BulkReviewDialog');

type ReviewRequest = { verdict: Verdict } & ({ row: EntityRow } | { chosen: ChosenRows });

export function CreativesPage() {
  const canReview = mayUse(useUser(), 'creativeReview');
  const [reviewRequest, setReviewRequest] = useState<ReviewRequest | null>(null);
  const close = () => setReviewRequest(null);

  const entries = (openReview: (verdict: Verdict) => void, review?: unknown): MenuEntry[] => [
    ...(review === 'approved'
      ? []
      : [{ id: 'approve', label: 'Approve…', icon: <Check />, onSelect: () => openReview('approved') }]),
    ...(review === 'rejected'
      ? []
      : [{ id: 'reject', label: 'Reject…', icon: <X />, onSelect: () => openReview('rejected') }]),
  ];

  return (
    <>
      <EntityPage
        entity={creative}
        intro={intro}
        rowTabs={rowTabs}
        actions={(row) =>
          canReview && row.status !== 2 ? entries((verdict) => setReviewRequest({ verdict, row }), row['review']) : []
        }
        bulkActions={(chosen) => (canReview ? entries((verdict) => setReviewRequest({ verdict, chosen })) : [])}
      />
      <Suspense fallback={null}>
        {reviewRequest && 'row' in reviewRequest ? <ReviewDialog {...reviewRequest} onClose={close} /> : null}
        {reviewRequest && 'chosen' in reviewRequest ? (
          <BulkReviewDialog
            {...reviewRequest.chosen}
            verdict={reviewRequest.verdict}
            onClose={(isDone) => {
              close();
              if (isDone) reviewRequest.chosen.clear();
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
