import type { RowTab } from '../../entities/RowTab.ts';
import { usesTab } from '../../entities/uses/usesTab.ts';
import { lazyChunk } from '../../frame/lazyChunk.ts';

/** The tabs of a deal beside its form: why it works or does not, and which campaigns use it. */
export const dealTabs: readonly RowTab[] = [
  {
    id: 'check',
    label: 'Check',
    isNextAfterCreate: true,
    Panel: lazyChunk(() => import('./CheckTab.tsx'), 'CheckTab'),
  },
  usesTab,
];
