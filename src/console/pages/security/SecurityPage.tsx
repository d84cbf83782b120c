import { useNavigate, useSearch } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { SecurityEvent } from '#api/security/securityContract.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { formatCount } from '../../lib/format.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useToday } from '../../reports/useNow.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { useTableKeys } from '../../ui/table/useTableKeys.ts';
import { securityColumns } from './securityColumns.tsx';
import {
  changedSecuritySearch,
  defaultSecuritySize,
  isSecurityFiltered,
  securityFilter,
  securitySearchSchema,
  type SecuritySearch,
} from './securitySearch.ts';
import { typeLabel } from './securityText.ts';
import { SecurityToolbar } from './SecurityToolbar.tsx';
import { useSecurityLog } from './useSecurityLog.ts';
import { VerifiedMark } from './VerifiedMark.tsx';

const SecurityEventDrawer = lazyChunk(() => import('./SecurityEventDrawer.tsx'), 'SecurityEventDrawer');

const noRows: readonly SecurityEvent[] = [];

/** The security log of an account, or of the platform and all accounts. The URL holds its filters. */
export function SecurityPage() {
  const { timezone, type } = useUser();
  const search = securitySearchSchema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const today = useToday(timezone);
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useSecurityLog({
    ...securityFilter(search, today, timezone),
    page: search.page,
    size: search.size ?? defaultSecuritySize,
  });
  const isLate = useDelayed(isPending);
  const isStale = useDelayed(isPlaceholderData && isFetching);
  const [activeId, setActiveId] = useState<number | null>(null);
  // The drawer stays mounted once it was open, so that it can slide out.
  const [isDrawerWanted, setDrawerWanted] = useState(search.open !== undefined);
  if (search.open !== undefined && !isDrawerWanted) setDrawerWanted(true);
  const columns = useMemo(() => securityColumns(timezone, type === 'admin'), [timezone, type]);
  const rows = data?.rows ?? noRows;
  const total = data?.total ?? 0;

  function change(part: Partial<SecuritySearch>, options: { replace?: boolean } = {}) {
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => changedSecuritySearch(securitySearchSchema.parse(before), part),
      replace: options.replace ?? false,
      resetScroll: false,
    });
  }

  useTableKeys({
    ids: rows.map(({ seq }) => seq),
    activeId,
    onActive: (id) => setActiveId(Number(id)),
    onEdit: (id) => change({ open: Number(id) }),
  });

  return (
    <main className="relative flex h-full min-h-0 flex-col bg-surface">
      <h1 className="flex items-baseline gap-2 px-6 pt-5 pb-4 text-xl font-semibold tracking-tight">
        Security log
        {data ? <Badge className="self-center text-xs">{formatCount(total)}</Badge> : null}
        <VerifiedMark />
      </h1>
      <SecurityToolbar search={search} onChange={change} />
      <DataTable
        label="Security log"
        className="min-h-0 flex-1 border-t"
        columns={columns}
        rows={rows}
        rowId={seqOf}
        rowName={nameOf}
        loading={isLate}
        stale={isStale}
        activeId={activeId}
        onRowClick={({ seq }) => change({ open: seq })}
        page={search.page ?? 1}
        rowCount={total + 1}
        empty={
          isPending ? null : error && !data ? (
            <LoadError title="The security log could not be loaded" query={{ error, refetch, isFetching }} />
          ) : (
            <EmptyState
              icon={<ShieldCheck />}
              title={isSecurityFiltered(search) ? 'No matches for these filters' : 'No events in this period'}
              text="Sign-ins, API tokens, exports, rights and settings are recorded here. Each event is chained to the one before it."
              action={
                isSecurityFiltered(search) ? (
                  <Button
                    onClick={() =>
                      void navigate({ to: '.', search: { range: search.range, from: search.from, to: search.to } })
                    }
                  >
                    Clear filters
                  </Button>
                ) : search.range || search.from ? (
                  <Button onClick={() => change({ range: undefined, from: undefined, to: undefined })}>
                    Last 30 days
                  </Button>
                ) : null
              }
            />
          )
        }
      />
      {data ? (
        <Pager
          className="min-h-12 border-t bg-sunken px-6 py-2"
          page={search.page ?? 1}
          size={search.size ?? defaultSecuritySize}
          total={total}
          noun="events"
          onPage={(page) => change({ page: page === 1 ? undefined : page })}
          onSize={(size) =>
            change({ size: size === defaultSecuritySize ? undefined : (size as SecuritySearch['size']) })
          }
        />
      ) : (
        <div className="min-h-12 border-t bg-sunken" />
      )}
      {isDrawerWanted ? (
        <Suspense fallback={null}>
          <SecurityEventDrawer
            open={search.open}
            known={rows.find(({ seq }) => seq === search.open)}
            onClose={() => change({ open: undefined })}
          />
        </Suspense>
      ) : null}
    </main>
  );
}

const seqOf = (event: SecurityEvent) => event.seq;
const nameOf = (event: SecurityEvent) => `${typeLabel(event.type)} #${event.seq}`;
