import { mayUse, type Reader } from '#model/index.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import type { RowTab } from './RowTab.ts';

const historyTab: RowTab = {
  id: 'history',
  label: 'History',
  Panel: lazyChunk(() => import('../history/HistoryTab.tsx'), 'HistoryTab'),
};

/** The tabs of a row, and its history for users who may view the change log. */
export function withHistory(tabs: readonly RowTab[], user: Pick<Reader, 'role' | 'scopes'>): readonly RowTab[] {
  return mayUse(user, 'log') ? [...tabs, historyTab] : tabs;
}
