import { lazy, Suspense } from 'react';
import type { TreeName } from '#model/index.ts';
import { loadChunk } from '../../frame/chunkReload.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

// The reference data is large.
const LeafCombobox = lazy(() =>
  loadChunk(() => import('./LeafCombobox.tsx').then((module) => ({ default: module.LeafCombobox }))),
);

/** One leaf of a tree of reference data. */
export function LeafInput(props: { tree: TreeName; value: unknown; onChange: (value: string) => void }) {
  return (
    <Suspense fallback={<Skeleton className="h-8" />}>
      <LeafCombobox {...props} />
    </Suspense>
  );
}
