import { Suspense } from 'react';
import { lazyChunk } from '../frame/lazyChunk.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { cx } from '../ui/cx.ts';
import { useIsDark } from '../ui/useIsDark.ts';
import type { ChartData } from './chartData.ts';

const ChartCanvas = lazyChunk(() => import('./ChartCanvas.tsx'), 'default');

/** A chart of fixed height; `label` says what it shows to those who cannot see it, whose table is beside it. */
export function Chart({ data, label, className }: { data: ChartData; label: string; className: string }) {
  const isDark = useIsDark();
  return (
    <div role="img" aria-label={label} className={cx('shrink-0', className)}>
      <Suspense fallback={<Skeleton className="h-full w-full" />}>
        {/* A canvas holds colours, not tokens: another theme is another drawing. */}
        <ChartCanvas key={String(isDark)} data={data} />
      </Suspense>
    </div>
  );
}
