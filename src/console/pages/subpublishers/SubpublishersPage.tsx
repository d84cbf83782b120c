import { RadioTower, Users } from 'lucide-react';
import { isAllowed, subpublisher } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowLink } from '../../entities/RowLink.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { useUser } from '../../frame/session.ts';
import { loginsTabOf } from '../../logins/loginsTabOf.tsx';

const intro = {
  icon: <Users />,
  text: 'A sub-publisher is a partner that brings traffic. Channels belong to it and are paid by its cost model.',
};

function links(row: EntityRow): RowLink[] {
  return [
    { label: 'Its channels', icon: <RadioTower />, to: '/channels', search: { subpublisherId: row.id, status: 'all' } },
  ];
}

const rowTabs = [loginsTabOf('subpublisher')];

/** The sub-publishers of the account. */
export function SubpublishersPage() {
  const { role } = useUser();
  const tabs = isAllowed(role, 'login', 'read') ? { rowTabs } : {};
  return <EntityPage entity={subpublisher} intro={intro} links={links} {...tabs} />;
}
