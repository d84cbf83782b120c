import { LayoutDashboard } from 'lucide-react';
import { reportRoles } from '#model/index.ts';
import { useMode } from '../../frame/mode.ts';
import { useUser } from '../../frame/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Dashboard } from './Dashboard.tsx';
import { DspDashboard } from './DspDashboard.tsx';

/** The home page: how the network of the signed-in user does right now. */
export function DashboardPage() {
  const user = useUser();
  const mode = useMode();
  if (!reportRoles.includes(user.role)) {
    return (
      <EmptyState
        isPage
        icon={<LayoutDashboard />}
        title={`Welcome, ${user.name}`}
        text="Your login has no figures of its own."
      />
    );
  }
  return mode === 'dsp' ? <DspDashboard /> : <Dashboard user={user} />;
}
