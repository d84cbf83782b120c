import { LogIn, UserRound } from 'lucide-react';
import { user } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { EntityRow } from '../../entities/useEntity.ts';
import { useUser } from '../../frame/session.ts';
import { signInTab } from '../../logins/signInTab.tsx';
import type { MenuEntry } from '../../ui/overlay/Menu.tsx';
import { useActAs } from './useActAs.ts';

const intro = {
  icon: <UserRound />,
  text: 'A user can sign in: an admin of the platform, or someone from an account or one of its partners.',
};

const rowTabs = [signInTab];

/** All users of the platform. Admins view them; the super admin edits them and acts as users who are not admins. */
export function UsersPage() {
  const { role } = useUser();
  const actAs = useActAs();

  function actions(row: EntityRow): MenuEntry[] {
    if (role !== 'super' || row['type'] === 'admin' || row.status !== 1) return [];
    return [{ id: 'act', label: 'Act as', icon: <LogIn />, onSelect: () => void actAs({ userId: row.id }) }];
  }

  return <EntityPage entity={user} intro={intro} rowTabs={role === 'super' ? rowTabs : []} actions={actions} />;
}
