import { Suspense } from 'react';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { InputProps } from './inputProps.ts';

const StructureControl = lazyChunk(() => import('./StructureControl.tsx'), 'StructureControl');

export function StructureInput(props: InputProps) {
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <StructureControl {...props} />
    </Suspense>
  );
}
