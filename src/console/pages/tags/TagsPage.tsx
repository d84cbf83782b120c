import { Tag } from 'lucide-react';
import { lazy } from 'react';
import { tag } from '#model/index.ts';
import { loadChunk } from '../../frame/chunkReload.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowTab } from '../../entities/RowTab.ts';

const intro = {
  icon: <Tag />,
  text: 'A tag is one source of ads of one advertiser at one price. Attach it to channels and it competes for their requests.',
};

const TagChannels = lazy(() =>
  loadChunk(() => import('./TagChannels.tsx').then((module) => ({ default: module.TagChannels }))),
);

const rowTabs: readonly RowTab[] = [{ id: 'channels', label: 'Channels', Panel: TagChannels }];

/** The tags of the account. */
export function TagsPage() {
  return <EntityPage entity={tag} intro={intro} rowTabs={rowTabs} />;
}
