import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import type { RowTab } from '../RowTab.ts';

/** The tab of the objects that use a row. */
export const usesTab: RowTab = {
  id: 'uses',
  label: 'Where used',
  Panel: lazyChunk(() => import('./UsesTab.tsx'), 'UsesTab'),
};
