import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { mayUse } from '#model/index.ts';
import { asText } from '../../entities/form/asText.ts';
import type { RowTab } from '../../entities/RowTab.ts';
import { useUser } from '../../frame/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { type Review, reviewLabels, type Verdict } from './review.ts';
import { ReviewDialog } from './ReviewDialog.tsx';

/** The review state of a creative, with the actions to approve or reject it. */
export const ReviewPanel: RowTab['Panel'] = ({ row }) => {
  const user = useUser();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const review = row['review'] as Review;
  const note = asText(row['reviewNote']);
  const { label, tone } = reviewLabels[review];
  const canReview = mayUse(user, 'creativeReview') && row.status !== 2;
  return (
    <section aria-label="Review" className="mt-6 flex flex-col gap-2 rounded-lg border px-3 py-2.5">
      <div className="flex min-h-8 items-center gap-2">
        <Pill tone={tone}>{label}</Pill>
        <span className="flex-1" />
        {canReview && review !== 'approved' ? (
          <Button size="sm" icon={<Check />} onClick={() => setVerdict('approved')}>
            Approve…
          </Button>
        ) : null}
        {canReview && review !== 'rejected' ? (
          <Button size="sm" icon={<X />} onClick={() => setVerdict('rejected')}>
            Reject…
          </Button>
        ) : null}
      </div>
      {note === '' ? null : <p className="text-sm break-words">{note}</p>}
      <p className="text-xs text-muted">
        Only approved creatives are shown. Any change to the ad or its declared attributes requires a new review.
      </p>
      {verdict ? <ReviewDialog row={row} verdict={verdict} onClose={() => setVerdict(null)} /> : null}
    </section>
  );
};
