import { lazy } from 'react';
import { loadChunk } from '../../frame/chunkReload.ts';
import type { RowTab } from '../RowTab.ts';

/** The tab that tells which objects carry a row. */
export const usesTab: RowTab = {
  id: 'uses',
  label: 'Where used',
  Panel: lazy(() => loadChunk(() => import('./UsesTab.tsx').then((module) => ({ default: module.UsesTab })))),
};
