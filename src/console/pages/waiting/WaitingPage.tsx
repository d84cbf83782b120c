import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { UserCheck } from 'lucide-react';
import { Suspense, use } from 'react';
import type { WaitingChange } from '#api/fourEyes/waitingContract.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useLatch } from '../../lib/useLatch.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { waitingQuery } from '../../waiting/waitingQuery.ts';
import { waitingSearchSchema, type WaitingSearch } from './waitingSearch.ts';
import { WaitingTable } from './WaitingTable.tsx';

const WaitingDrawer = lazyChunk(() => import('./WaitingDrawer.tsx'), 'WaitingDrawer');

const size = 50;

/** Changes of payouts, platform prices and roles that wait for a second person, and those that were decided. */
export function WaitingPage() {
  const api = use(ApiContext);
  const { config } = useUser();
  const search = waitingSearchSchema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const state = search.state ?? 'waiting';
  const query = useQuery(waitingQuery(api, { state, page: search.page ?? 1, size }));
  const { data, error } = query;
  const isLoading = useDelayed(!data && !error);
  const isDrawerWanted = useLatch(search.open !== undefined);

  function change(part: Partial<WaitingSearch>) {
    void navigate({ to: '/waiting', search: { ...search, ...part }, resetScroll: false });
  }

  return (
    <main className="toast-room flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold tracking-tight">Waiting changes</h1>
        <SegmentedControl
          label="Changes"
          options={[
            { value: 'waiting', label: 'Waiting' },
            { value: 'decided', label: 'Decided' },
          ]}
          value={state}
          onChange={(next) => change({ state: next === 'decided' ? next : undefined, page: undefined })}
        />
      </div>
      {data && data.rows.length > 0 ? (
        state === 'decided' ? (
          <WaitingTable label="Decided changes" changes={data.rows} />
        ) : (
          sectionsOf(data.rows).map(({ title, changes }) => (
            <WaitingTable key={title} label={title} title={title} changes={changes} />
          ))
        )
      ) : data ? (
        <Card>
          <EmptyState
            icon={<UserCheck />}
            title={state === 'decided' ? 'No change was decided yet' : 'No change waits'}
            text={
              config.fourEyes
                ? 'Changes of payouts, platform prices and roles wait here until a second person approves them.'
                : 'Changes apply at once on this platform. With FOUR_EYES, those of payouts, prices and roles wait here for a second person.'
            }
          />
        </Card>
      ) : error ? (
        <LoadError title="The changes could not be loaded" query={query} />
      ) : isLoading ? (
        <div aria-busy>
          <Skeleton className="h-16" />
        </div>
      ) : null}
      {data && data.total > size ? (
        <Pager
          page={search.page ?? 1}
          size={size}
          total={data.total}
          noun="changes"
          onPage={(page) => change({ page: page === 1 ? undefined : page })}
        />
      ) : null}
      {isDrawerWanted ? (
        <Suspense fallback={null}>
          <WaitingDrawer open={search.open} onClose={() => change({ open: undefined })} />
        </Suspense>
      ) : null}
    </main>
  );
}

/** The changes by what the user can do with them; empty sections are not shown. */
function sectionsOf(rows: readonly WaitingChange[]) {
  const sections = [
    { title: 'To approve', changes: rows.filter(({ canApprove }) => canApprove) },
    { title: 'Proposed by you', changes: rows.filter(({ canApprove, isOwn }) => isOwn && !canApprove) },
    { title: 'For others to approve', changes: rows.filter(({ canApprove, isOwn }) => !isOwn && !canApprove) },
  ];
  return sections.filter(({ changes }) => changes.length > 0);
}
