import { Link } from '@tanstack/react-router';
import { Check, CircleCheck, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { creative } from '#model/index.ts';
import { type EntityRow, useRows } from '../../entities/useEntity.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { CreativeThumbnail } from '../../media/CreativeThumbnail.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Verdict } from '../creatives/review.ts';

const ReviewDialog = lazyChunk(() => import('../creatives/ReviewDialog.tsx'), 'ReviewDialog');

const shownAtOnce = 20;
const refreshMs = 60_000;

/** The creatives that wait for approval, each with the buttons to approve or reject it. Drafts are not among them. */
export function PendingCreatives() {
  const query = { review: 'pending', status: '1', sort: '-id', size: shownAtOnce };
  const list = useRows(creative, query, { everyMs: refreshMs });
  const [decision, setDecision] = useState<{ row: EntityRow; verdict: Verdict } | null>(null);
  if (list.isError && !list.data) return <LoadError title="The approvals could not be loaded" query={list} />;
  if (!list.data) return <Skeleton className="h-24 w-full" />;
  const rows = list.data.rows.filter(({ states }) => !states?.some(({ code }) => code === 'no_file'));
  return (
    <Card
      title="Waiting for approval"
      padding="none"
      actions={
        <Link
          to="/creatives"
          search={{ review: 'pending' }}
          className="text-sm text-accent-ink underline underline-offset-2"
        >
          All pending
        </Link>
      }
    >
      {rows.length === 0 ? (
        <p className="flex items-center gap-2 px-4 py-3 text-sm text-muted">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          No creatives are waiting.
        </p>
      ) : (
        <ul aria-label="Waiting for approval" className="divide-y">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center gap-3 px-4 py-2 text-sm">
              <div className="waiting-creative">
                <CreativeThumbnail row={row} />
                <Link to="/creatives" search={{ open: row.id }} className="cell-link font-medium wrap-anywhere">
                  {row.name}
                </Link>
              </div>
              <div className="flex gap-2">
                <Button
                  icon={<Check />}
                  aria-label={`Approve ${row.name}`}
                  onClick={() => setDecision({ row, verdict: 'approved' })}
                >
                  Approve…
                </Button>
                <Button
                  icon={<X />}
                  aria-label={`Reject ${row.name}`}
                  onClick={() => setDecision({ row, verdict: 'rejected' })}
                >
                  Reject…
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {decision ? <ReviewDialog {...decision} onClose={() => setDecision(null)} /> : null}
      </Suspense>
    </Card>
  );
}
