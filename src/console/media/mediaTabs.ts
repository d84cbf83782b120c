import type { RowTab } from '../entities/RowTab.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';

/** The tabs of a creative's files and its preview. */
export const mediaTabs: readonly RowTab[] = [
  {
    id: 'media',
    label: 'Media',
    isNextAfterCreate: true,
    Panel: lazyChunk(() => import('./MediaTab.tsx'), 'MediaTab'),
  },
  {
    id: 'preview',
    label: 'Preview',
    Panel: lazyChunk(() => import('./PreviewTab.tsx'), 'PreviewTab'),
  },
];
