import { Building2 } from 'lucide-react';
import { demandAccount } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';

const intro = {
  icon: <Building2 />,
  text: 'A demand account is a tenant of the platform: its people see their own tags, channels and reports alone.',
};

/** The demand accounts of the platform: admins look, the super admin changes. */
export function DemandsPage() {
  return <EntityPage entity={demandAccount} intro={intro} />;
}
