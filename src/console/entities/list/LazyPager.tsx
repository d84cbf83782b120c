import { Suspense } from 'react';
import { lazyChunk } from '../../frame/lazyChunk.ts';
import type { PagerProps } from '../../ui/table/Pager.tsx';

// Rows come first: the foot of a list, with its choice of page sizes, is loaded beside them.
const Pager = lazyChunk(() => import('../../ui/table/Pager.tsx'), 'Pager');

/** The foot of a list: its room is there from the start, the way to other pages as soon as it is loaded. */
export function LazyPager(props: PagerProps) {
  return (
    <Suspense fallback={<div className={props.className} />}>
      <Pager {...props} />
    </Suspense>
  );
}
