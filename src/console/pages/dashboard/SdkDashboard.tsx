import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Smartphone } from 'lucide-react';
import { use } from 'react';
import type { AppHealth } from '#api/sdk/sdkContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { Card } from '../../ui/Card.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { StatTile } from '../../ui/StatTile.tsx';
import { appColumns } from './appColumns.tsx';
import { appState } from './appState.ts';

const refreshMs = 30_000;

/** The home page of SDK users: the state of their apps and of the published settings. */
export function SdkDashboard() {
  const api = use(ApiContext);
  const query = useQuery({
    queryKey: ['dashboard', 'sdk'],
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get('/api/sdk/health', { signal }),
  });
  const apps = query.data?.apps ?? [];
  return (
    <div className="flex flex-col gap-4 p-5">
      <h1 className="text-xl font-semibold tracking-tight">Dashboard</h1>
      {query.isError && !query.data ? (
        <LoadError title="Error on load data" query={query} />
      ) : (
        <>
          <AppTiles apps={apps} isWaiting={query.isPending} />
          <Card
            title="Apps"
            description="Figures of the last 24 hours, for all traffic with the app’s bundle."
            padding="none"
          >
            <DataTable
              label="Apps"
              columns={appColumns}
              rows={apps}
              rowId={({ id }) => id}
              loading={query.isPending}
              skeletonRows={4}
              empty={
                query.isPending ? null : (
                  <EmptyState
                    icon={<Smartphone />}
                    title="No apps yet"
                    text="Each app uses the SDK with its own key."
                    action={
                      <Link to="/sdk" search={{ open: 'new' }} className="text-accent-ink underline underline-offset-2">
                        New app
                      </Link>
                    }
                  />
                )
              }
              className="rounded-b-lg"
            />
          </Card>
        </>
      )}
    </div>
  );
}

function AppTiles({ apps, isWaiting }: { apps: readonly AppHealth[]; isWaiting: boolean }) {
  const active = apps.filter(({ status }) => status === 1);
  const placements = active.reduce((sum, app) => sum + app.placements.active, 0);
  const appsWithProblems = apps.filter((app) => appState(app).tone === 'bad');
  const rolling = active.filter((app) => appState(app).isRollingOut);
  const tiles = [
    {
      label: 'Active apps',
      value: `${active.length} of ${apps.length}`,
      hint: 'Out of all apps that are not archived.',
    },
    {
      label: 'Active placements',
      value: placements.toLocaleString('en-US'),
      hint: 'Active placements of active apps.',
    },
    {
      label: 'Rollouts',
      value: rolling.length.toLocaleString('en-US'),
      hint: 'Apps whose latest settings are rolled out to only some devices.',
    },
    {
      label: 'Need attention',
      value: appsWithProblems.length.toLocaleString('en-US'),
      hint: 'Apps that are switched off, have no active placement, or stopped sending requests.',
    },
  ];
  return (
    <section aria-label="Apps now" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {tiles.map((tile) => (
        <StatTile key={tile.label} {...tile} loading={isWaiting} />
      ))}
    </section>
  );
}
