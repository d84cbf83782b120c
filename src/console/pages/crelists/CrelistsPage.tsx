import { Film, ListVideo } from 'lucide-react';
import { creList } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowLink } from '../../entities/RowLink.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { usesTab } from '../../entities/uses/usesTab.ts';
import { membersTab } from '../../lists/membersTab.ts';

const rowTabs = [membersTab, usesTab];

const intro = {
  icon: <ListVideo />,
  text: 'A creative list holds creatives by ID or media URL, to allow or block them together.',
};

function links(row: EntityRow): RowLink[] {
  return [{ label: 'View creatives', icon: <Film />, to: `/tcreatives/${row.id}`, search: {} }];
}

export function CrelistsPage() {
  return <EntityPage entity={creList} intro={intro} rowTabs={rowTabs} links={links} />;
}
