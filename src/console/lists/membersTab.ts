import { lazy } from 'react';
import type { RowTab } from '../entities/RowTab.ts';
import { loadChunk } from '../frame/chunkReload.ts';

/** The tab of a list that holds its members. */
export const membersTab: RowTab = {
  id: 'members',
  label: 'Members',
  isNextAfterCreate: true,
  Panel: lazy(() => loadChunk(() => import('./MembersTab.tsx').then((module) => ({ default: module.MembersTab })))),
};
