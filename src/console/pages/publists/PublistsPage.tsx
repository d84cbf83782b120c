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
  text: 'A publisher list names publishers by the id that requests carry, to be allowed or blocked together.',
};

function links(row: EntityRow): RowLink[] {
  return [{ label: 'Its publishers', icon: <Users />, to: `/publishers/${row.id}`, search: {} }];
}

/** The publisher lists of the account. */
export function PublistsPage() {
  return <EntityPage entity={pubList} intro={intro} rowTabs={rowTabs} links={links} />;
}
