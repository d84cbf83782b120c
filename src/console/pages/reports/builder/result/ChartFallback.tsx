import { Card } from '../../../../ui/Card.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { chartHeight } from './chartHeight.ts';
import type { ChartKind } from '../url/reportViews.ts';

/** Reserves the space of a chart while its code loads, so that the rows below do not move. */
export function ChartFallback({ kind }: { kind: ChartKind }) {
  return (
    <Card padding="none" className="shrink-0" title={<Skeleton className="h-4 w-40" />}>
      <div className="p-2">
        <div className={chartHeight(kind, 0)} />
      </div>
    </Card>
  );
}
