import { Smartphone } from 'lucide-react';
import { sdkApp } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowTab } from '../../entities/RowTab.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';

const intro = {
  icon: <Smartphone />,
  text: 'Each app uses the SDK with its own key. Add one app per platform.',
};

const rowTabs: readonly RowTab[] = [
  {
    id: 'placements',
    label: 'Placements',
    Panel: lazyChunk(() => import('./Placements.tsx'), 'Placements'),
  },
  {
    id: 'config',
    label: 'Remote config',
    Panel: lazyChunk(() => import('./RemoteConfig.tsx'), 'RemoteConfig'),
  },
  {
    id: 'key',
    label: 'SDK key',
    Panel: lazyChunk(() => import('./AppKey.tsx'), 'AppKey'),
  },
];

/** The SDK apps of the account, with their placements, settings and keys. */
export function SdkPage() {
  return <EntityPage entity={sdkApp} intro={intro} rowTabs={rowTabs} />;
}
