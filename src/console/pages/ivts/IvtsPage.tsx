import { ScanEye } from 'lucide-react';
import { pixel } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowTab } from '../../entities/RowTab.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';

const intro = {
  icon: <ScanEye />,
  text: 'A pixel is the URL of a vendor that measures served ads. Attach it to channels and tags, or apply it to all ads of the account; it fires on a sample of their impressions.',
};

const rowTabs: readonly RowTab[] = [
  {
    id: 'uses',
    label: 'Where used',
    Panel: lazyChunk(() => import('./PixelUses.tsx'), 'PixelUses'),
  },
];

/** The third-party pixels of the account. */
export function IvtsPage() {
  return <EntityPage entity={pixel} intro={intro} rowTabs={rowTabs} />;
}
