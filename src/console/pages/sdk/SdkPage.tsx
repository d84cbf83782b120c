import { Smartphone } from 'lucide-react';
import { lazy } from 'react';
import { sdkApp } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowTab } from '../../entities/RowTab.ts';
import { loadChunk } from '../../frame/chunkReload.ts';

const intro = {
  icon: <Smartphone />,
  text: 'Each app uses the SDK with its own key. Add one app per platform.',
};

const rowTabs: readonly RowTab[] = [
  {
    id: 'placements',
    label: 'Placements',
    Panel: lazy(() => loadChunk(() => import('./Placements.tsx').then((module) => ({ default: module.Placements })))),
  },
  {
    id: 'config',
    label: 'Remote config',
    Panel: lazy(() =>
      loadChunk(() => import('./RemoteConfig.tsx').then((module) => ({ default: module.RemoteConfig }))),
    ),
  },
  {
    id: 'key',
    label: 'SDK key',
    Panel: lazy(() => loadChunk(() => import('./AppKey.tsx').then((module) => ({ default: module.AppKey })))),
  },
];

/** The apps of the account that carry the SDK, with their placements, settings and keys. */
export function SdkPage() {
  return <EntityPage entity={sdkApp} intro={intro} rowTabs={rowTabs} />;
}
