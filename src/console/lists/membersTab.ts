import type { RowTab } from '../entities/RowTab.ts';
import { lazyChunk } from '../frame/lazyChunk.ts';

/** The tab of a list that holds its members. */
export const membersTab: RowTab = {
  id: 'members',
  label: 'Members',
  isNextAfterCreate: true,
  Panel: lazyChunk(() => import('./MembersTab.tsx'), 'MembersTab'),
};
