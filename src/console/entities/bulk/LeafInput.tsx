import { Suspense } from 'react';
import type { TreeName } from '#model/index.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

// The reference data is large.
const LeafCombobox = lazyChunk(() => import('./LeafCombobox.tsx'), 'LeafCombobox');

/** Input of one leaf of a reference tree. */
export function LeafInput(props: { tree: TreeName; value: unknown; onChange: (value: string) => void }) {
  return (
    <Suspense fallback={<Skeleton className="h-8" />}>
      <LeafCombobox {...props} />
    </Suspense>
  );
}
