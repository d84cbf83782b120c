import { LayoutDashboard } from 'lucide-react';
import { Suspense } from 'react';
import { mayUse } from '#model/index.ts';
import { useMode } from '../../frame/navigation/mode.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Dashboard } from './Dashboard.tsx';

const SdkDashboard = lazyChunk(() => import('./SdkDashboard.tsx'), 'SdkDashboard');

/** The home page: current performance of the user's network. */
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
  if (!mayUse(user, 'reports')) {
    return (
      <EmptyState
        isPage
        icon={<LayoutDashboard />}
        title={`Welcome, ${user.name}`}
        text={
          user.customRole
            ? `The role “${user.customRole.name}” does not include reports. Open a page from the navigation.`
            : 'You do not have access to reports.'
        }
      />
    );
  }
  return <Dashboard key={mode} user={user} mode={mode} />;
}
