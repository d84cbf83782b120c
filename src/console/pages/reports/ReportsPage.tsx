import { Files } from 'lucide-react';
import { mayUse } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SavedReports } from './SavedReports.tsx';

/** Saved reports, for users who may run reports. */
export function ReportsPage() {
  const user = useUser();
  if (mayUse(user, 'reports')) return <SavedReports user={user} />;
  return (
    <EmptyState
      isPage
      icon={<Files />}
      title="No saved reports"
      text="You cannot run reports. Ask the owner of the account for access."
    />
  );
}
