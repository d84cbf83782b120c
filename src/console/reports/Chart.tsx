import { Suspense } from 'react';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { cx } from '../ui/cx.ts';
import { useIsDark } from '../ui/useIsDark.ts';
import type { ChartData } from './chartData.ts';

const ChartCanvas = lazyChunk(() => import('./ChartCanvas.tsx'), 'default');

/** A chart of fixed height. `label` describes it for screen readers, which have the table beside it. */
export function Chart({ data, label, className }: { data: ChartData; label: string; className: string }) {
  const isDark = useIsDark();
  return (
    <div role="img" aria-label={label} className={cx('shrink-0', className)}>
      <Suspense fallback={<Skeleton className="h-full w-full" />}>
        {/* A canvas holds resolved colors, so that a change of theme needs a new drawing. */}
        <ChartCanvas key={String(isDark)} data={data} />
      </Suspense>
    </div>
  );
}
