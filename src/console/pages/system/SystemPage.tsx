import { LoadError } from '../../frame/errors/LoadError.tsx';
import { useUser } from '../../frame/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { messageOf } from '../../lib/problems.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AlertsCard } from './AlertsCard.tsx';
import { BlockedContentCard } from './BlockedContentCard.tsx';
import { FaultList } from './FaultList.tsx';
import { NodesCard } from './NodesCard.tsx';
import { QueuesCard } from './QueuesCard.tsx';
import { RetentionCard } from './RetentionCard.tsx';
import { StoresCard } from './StoresCard.tsx';
import { SystemTiles } from './SystemTiles.tsx';
import { TrafficListsCard } from './TrafficListsCard.tsx';
import { useSystem } from './useSystem.ts';

/** Whether the platform works, and what is degraded since when: its nodes, stores, queues, disk and alerts. */
export function SystemPage() {
  const { timezone } = useUser();
  const { data: state, error, isFetching, refetch } = useSystem();
  const isLoading = useDelayed(!state && !error);
  return (
    <main className="toast-room flex flex-col gap-4 p-5">
      <div className="flex items-center gap-3">
        <h1 className="text-xl font-semibold tracking-tight">System</h1>
        {state ? <span className="tnum text-xs text-muted">{formatDateTime(state.at, timezone)}</span> : null}
      </div>
      {state ? (
        <>
          {error ? (
            <Banner tone="bad" title="The state cannot be read right now">
              <p className="text-xs text-muted">{messageOf(error)}</p>
              <p className="text-xs text-muted">The values below are of {formatDateTime(state.at, timezone)}.</p>
            </Banner>
          ) : (
            <FaultList state={state} />
          )}
          <SystemTiles state={state} />
          <NodesCard state={state} />
          <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
            <StoresCard stores={state.stores} />
            <QueuesCard state={state} />
          </div>
          <AlertsCard />
          <TrafficListsCard state={state} />
          <BlockedContentCard reports={state.cspReports} />
          <RetentionCard state={state} />
        </>
      ) : error ? (
        <LoadError title="The state cannot be read" query={{ error, refetch, isFetching }} />
      ) : (
        <div className="flex flex-col gap-4" aria-busy>
          {isLoading ? (
            <>
              <Skeleton className="h-8" />
              <Skeleton className="h-16" />
              <Skeleton className="h-16" />
            </>
          ) : null}
        </div>
      )}
    </main>
  );
}
