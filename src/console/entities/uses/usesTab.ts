import { lazyChunk } from '../../frame/lazyChunk.ts';
import type { RowTab } from '../RowTab.ts';

/** The tab that tells which objects carry a row. */
export const usesTab: RowTab = {
  id: 'uses',
  label: 'Where used',
  Panel: lazyChunk(() => import('./UsesTab.tsx'), 'UsesTab'),
};
