import { Suspense } from 'react';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { InputProps } from './inputProps.ts';

// The reference data is large, and few forms hold a tree.
const TreeControl = lazyChunk(() => import('./TreeControl.tsx'), 'TreeControl');

/** Leaves of a reference tree, such as countries. */
export function TreeInput(props: InputProps) {
  return (
    <Suspense fallback={<Skeleton className="h-8" />}>
      <TreeControl {...props} />
    </Suspense>
  );
}
