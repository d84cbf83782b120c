import { Suspense } from 'react';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import type { PagerProps } from '../../ui/table/Pager.tsx';

// Rows load first; the pager with its choice of page sizes is loaded beside them.
const Pager = lazyChunk(() => import('../../ui/table/Pager.tsx'), 'Pager');

/** The foot of a list. Its space is reserved from the start, and its controls appear once loaded. */
export function LazyPager(props: PagerProps) {
  return (
    <Suspense fallback={<div className={props.className} />}>
      <Pager {...props} />
    </Suspense>
  );
}
