import { lazy, Suspense } from 'react';
import { loadChunk } from '../../frame/chunkReload.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { InputProps } from './inputProps.ts';

const StructureControl = lazy(() =>
  loadChunk(() => import('./StructureControl.tsx').then((module) => ({ default: module.StructureControl }))),
);

/** A value with a shape of its own. */
export function StructureInput(props: InputProps) {
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <StructureControl {...props} />
    </Suspense>
  );
}
