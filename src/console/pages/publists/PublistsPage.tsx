import { ListTree, Users } from 'lucide-react';
import { pubList } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowLink } from '../../entities/RowLink.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { usesTab } from '../../entities/uses/usesTab.ts';
import { membersTab } from '../../lists/membersTab.ts';

const rowTabs = [membersTab, usesTab];

const intro = {
  icon: <ListTree />,
  text: 'A publisher list holds publishers by the ID in their requests, to allow or block them together.',
};

function links(row: EntityRow): RowLink[] {
  return [{ label: 'View publishers', icon: <Users />, to: `/publishers/${row.id}`, search: {} }];
}

export function PublistsPage() {
  return <EntityPage entity={pubList} intro={intro} rowTabs={rowTabs} links={links} />;
}
