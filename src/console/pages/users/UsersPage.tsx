import { LogIn, UserRound } from 'lucide-react';
import { user } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { EntityRow } from '../../entities/useEntity.ts';
import { useUser } from '../../frame/session.ts';
import { signInTab } from '../../logins/signInTab.tsx';
import type { MenuEntry } from '../../ui/overlay/Menu.tsx';
import { useActAs } from './useActAs.ts';
import { usePersonalData } from './usePersonalData.tsx';

const intro = {
  icon: <UserRound />,
  text: 'A user can sign in: an admin of the platform, or someone from an account or one of its partners.',
};

const rowTabs = [signInTab];

/** All users of the platform. Admins view them; the super admin edits them, acts as users who are not admins, and
 * exports or erases their personal data. */
export function UsersPage() {
  const { id, role } = useUser();
  const actAs = useActAs();
  const personalData = usePersonalData();

  function actions(row: EntityRow): MenuEntry[] {
    if (role !== 'super') return [];
    const mayActAs = row['type'] !== 'admin' && row.status === 1;
    return [
      ...(mayActAs
        ? [{ id: 'act', label: 'Act as', icon: <LogIn />, onSelect: () => void actAs({ userId: row.id }) }]
        : []),
      ...personalData(row, id),
    ];
  }

  return <EntityPage entity={user} intro={intro} rowTabs={role === 'super' ? rowTabs : []} actions={actions} />;
}
