import { ScanEye } from 'lucide-react';
import { lazy } from 'react';
import { ivt } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowTab } from '../../entities/RowTab.ts';
import { loadChunk } from '../../frame/chunkReload.ts';

const intro = {
  icon: <ScanEye />,
  text: 'A pixel is the address of a vendor that measures what was shown. Attach it to channels and tags, or to all ads of the account, and a sample of their ads calls it.',
};

const rowTabs: readonly RowTab[] = [
  {
    id: 'uses',
    label: 'Where used',
    Panel: lazy(() => loadChunk(() => import('./PixelUses.tsx').then((module) => ({ default: module.PixelUses })))),
  },
];

/** The third-party pixels of the account. */
export function IvtsPage() {
  return <EntityPage entity={ivt} intro={intro} rowTabs={rowTabs} />;
}
