import { lazy } from 'react';
import type { RowTab } from '../../entities/RowTab.ts';
import { usesTab } from '../../entities/uses/usesTab.ts';
import { loadChunk } from '../../frame/chunkReload.ts';

/** The tabs of a deal beside its form: why it works or does not, and which campaigns use it. */
export const dealTabs: readonly RowTab[] = [
  {
    id: 'check',
    label: 'Check',
    isNextAfterCreate: true,
    Panel: lazy(() => loadChunk(() => import('./CheckTab.tsx').then((module) => ({ default: module.CheckTab })))),
  },
  usesTab,
];
