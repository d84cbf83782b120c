import { Link } from '@tanstack/react-router';
import { FlaskConical, Tag } from 'lucide-react';
import { tag } from '#model/index.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowTab } from '../../entities/RowTab.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { whyEntry } from '../../reasons/whyEntry.tsx';
import type { MenuEntry } from '../../ui/overlay/Menu.tsx';

const intro = {
  icon: <Tag />,
  text: 'A tag is one ad source of one advertiser at one price. Attach it to channels to compete for their requests.',
};

const TagChannels = lazyChunk(() => import('./TagChannels.tsx'), 'TagChannels');

const rowTabs: readonly RowTab[] = [{ id: 'channels', label: 'Channels', isWide: true, Panel: TagChannels }];

const actions = ({ id, integration }: EntityRow): MenuEntry[] => [
  {
    kind: 'link',
    id: 'test',
    label: integration === 'VAST' ? 'Test' : 'Test bidder',
    icon: <FlaskConical />,
    link: <Link to="/tester" search={{ tag: id }} />,
  },
  whyEntry('tag', id),
];

export function TagsPage() {
  return <EntityPage entity={tag} intro={intro} rowTabs={rowTabs} actions={actions} />;
}
