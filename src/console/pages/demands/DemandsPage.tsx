import { Building2, UserRound } from 'lucide-react';
import { demandAccount } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowLink } from '../../entities/RowLink.ts';
import type { EntityRow } from '../../entities/useEntity.ts';

const intro = {
  icon: <Building2 />,
  text: 'A demand account is a tenant of the platform: its people see their own tags, channels and reports alone.',
};

function links(row: EntityRow): RowLink[] {
  return [{ label: 'Its users', icon: <UserRound />, to: '/users', search: { demandId: row.id, status: 'all' } }];
}

/** The demand accounts of the platform: admins look, the super admin changes. */
export function DemandsPage() {
  return <EntityPage entity={demandAccount} intro={intro} links={links} />;
}
