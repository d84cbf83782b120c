import type { RowTab } from '../../entities/RowTab.ts';
import { usesTab } from '../../entities/uses/usesTab.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';

/** The tabs of a deal besides its form: its check, and the campaigns that use it. */
export const dealTabs: readonly RowTab[] = [
  {
    id: 'check',
    label: 'Check',
    isNextAfterCreate: true,
    Panel: lazyChunk(() => import('./CheckTab.tsx'), 'CheckTab'),
  },
  usesTab,
];
