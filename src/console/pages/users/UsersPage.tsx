import { UserRound } from 'lucide-react';
import { user } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';

const intro = {
  icon: <UserRound />,
  text: 'A user is a login: an admin of the platform, or somebody of a demand account or of one of its partners.',
};

/** Everybody who may sign in: admins look, the super admin changes. */
export function UsersPage() {
  return <EntityPage entity={user} intro={intro} />;
}
