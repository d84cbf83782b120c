import type { RowTab } from '../entities/RowTab.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';

/** The members tab of a list. */
export const membersTab: RowTab = {
  id: 'members',
  label: 'Members',
  isNextAfterCreate: true,
  Panel: lazyChunk(() => import('./MembersTab.tsx'), 'MembersTab'),
};
