import { lazy, Suspense } from 'react';
import { loadChunk } from '../../frame/chunkReload.ts';
import type { PagerProps } from '../../ui/table/Pager.tsx';

// Rows come first: the foot of a list, with its choice of page sizes, is loaded beside them.
const Pager = lazy(() =>
  loadChunk(() => import('../../ui/table/Pager.tsx').then((module) => ({ default: module.Pager }))),
);

/** The foot of a list: its room is there from the start, the way to other pages as soon as it is loaded. */
export function LazyPager(props: PagerProps) {
  return (
    <Suspense fallback={<div className={props.className} />}>
      <Pager {...props} />
    </Suspense>
  );
}
