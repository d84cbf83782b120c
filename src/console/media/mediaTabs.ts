import { lazy } from 'react';
import type { RowTab } from '../entities/RowTab.ts';
import { loadChunk } from '../frame/chunkReload.ts';

/** The tabs of a creative that hold its files, and show it as viewers see it. */
export const mediaTabs: readonly RowTab[] = [
  {
    id: 'media',
    label: 'Media',
    isNextAfterCreate: true,
    Panel: lazy(() => loadChunk(() => import('./MediaTab.tsx').then((module) => ({ default: module.MediaTab })))),
  },
  {
    id: 'preview',
    label: 'Preview',
    Panel: lazy(() => loadChunk(() => import('./PreviewTab.tsx').then((module) => ({ default: module.PreviewTab })))),
  },
];
