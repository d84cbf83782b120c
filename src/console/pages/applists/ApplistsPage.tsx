import { AppWindow, Globe, ListChecks } from 'lucide-react';
import { appList } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowLink } from '../../entities/RowLink.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { usesTab } from '../../entities/uses/usesTab.ts';
import { useUser } from '../../frame/session.ts';
import { membersTab } from '../../lists/membersTab.ts';

const rowTabs = [membersTab, usesTab];

const intro = {
  icon: <ListChecks />,
  text: 'An app list holds apps, sites or other traffic sources, to allow or block them together.',
};

const appsOf = (row: EntityRow): RowLink => {
  return { label: 'View apps', icon: <AppWindow />, to: `/applications/${row.id}`, search: {} };
};
const sitesOf = (row: EntityRow): RowLink => {
  return { label: 'View sites', icon: <Globe />, to: `/sites/${row.id}`, search: {} };
};

/** The pages of a list's members, which are apps, sites, or neither. */
function pagesOf(row: EntityRow, isOfAccount: boolean): RowLink[] {
  if (row['kind'] === 'bundle') return [appsOf(row)];
  return row['kind'] === 'domain' && isOfAccount ? [sitesOf(row)] : [];
}

/** App lists of the account and of the platform; admins see those of all accounts. */
export function ApplistsPage() {
  const isOfAccount = useUser().demandId !== null;
  return <EntityPage entity={appList} intro={intro} rowTabs={rowTabs} links={(row) => pagesOf(row, isOfAccount)} />;
}
