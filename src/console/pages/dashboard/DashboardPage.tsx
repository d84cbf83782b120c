import { LayoutDashboard } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { reportRoles } from '#model/index.ts';
import { useMode } from '../../frame/mode.ts';
import { loadChunk } from '../../frame/chunkReload.ts';
import { useUser } from '../../frame/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Dashboard } from './Dashboard.tsx';

const SdkDashboard = lazy(() =>
  loadChunk(() => import('./SdkDashboard.tsx').then((module) => ({ default: module.SdkDashboard }))),
);

/** The home page: how the network of the signed-in user does right now. */
export function DashboardPage() {
  const user = useUser();
  const mode = useMode();
  if (user.role === 'sdk') {
    return (
      <Suspense fallback={null}>
        <SdkDashboard />
      </Suspense>
    );
  }
  if (!reportRoles.includes(user.role)) {
    return (
      <EmptyState
        isPage
        icon={<LayoutDashboard />}
        title={`Welcome, ${user.name}`}
        text="Your user has no access to reports."
      />
    );
  }
  return <Dashboard user={user} mode={mode} />;
}
