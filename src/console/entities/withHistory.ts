import { logRoles, type Reader } from '#model/index.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import type { RowTab } from './RowTab.ts';

const historyTab: RowTab = {
  id: 'history',
  label: 'History',
  Panel: lazyChunk(() => import('../history/HistoryTab.tsx'), 'HistoryTab'),
};

/** The tabs of a row, and its history for users who may view the change log. */
export function withHistory(tabs: readonly RowTab[], { role }: Pick<Reader, 'role'>): readonly RowTab[] {
  return logRoles.includes(role) ? [...tabs, historyTab] : tabs;
}
