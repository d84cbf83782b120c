import { useNavigate, useSearch } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { LogRow } from '#api/log/logContract.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useLatch } from '../../lib/useLatch.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { formatCount } from '../../lib/format.ts';

import { useToday } from '../../reports/useNow.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { useTableKeys } from '../../ui/table/useTableKeys.ts';
import { logColumns } from './logColumns.tsx';
import { LogToolbar } from './LogToolbar.tsx';
import {
  changedLogSearch,
  defaultLogSize,
  isLogFiltered,
  isLogGrouped,
  logQuery,
  logSearchSchema,
  type LogSearch,
} from './logSearch.ts';
import { objectName } from '../../history/logText.ts';
import { useChangeSetUndo } from '../../history/useChangeSetUndo.tsx';
import { useLog } from '../../history/useLog.ts';

const UndoDialog = lazyChunk(() => import('../../history/UndoDialog.tsx'), 'UndoDialog');
const LogEntryDrawer = lazyChunk(() => import('./LogEntryDrawer.tsx'), 'LogEntryDrawer');

const noRows: readonly LogRow[] = [];

/** The activity log of an account, or of all accounts. The URL holds its filters. */
export function LogPage() {
  const user = useUser();
  const { timezone, type } = user;
  const search = logSearchSchema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const today = useToday(timezone);
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useLog(logQuery(search, today, timezone));
  const isLate = useDelayed(isPending);
  const isStale = useDelayed(isPlaceholderData && isFetching);
  const [activeId, setActiveId] = useState<number | null>(null);
  // The drawer stays mounted once it was open, so that it can slide out.
  const [isDrawerWanted, setDrawerWanted] = useState(search.open !== undefined);
  if (search.open !== undefined && !isDrawerWanted) setDrawerWanted(true);
  const isGrouped = isLogGrouped(search);
  const [entryToUndo, setEntryToUndo] = useState<LogRow | null>(null);
  const undoBatch = useChangeSetUndo();
  // Once rendered it stays, so that it can fade out.
  const isUndoWanted = useLatch(entryToUndo !== null);
  const columns = logColumns({
    timezone,
    reader: user,
    hasAccounts: type === 'admin',
    isGrouped,
    onUndo(row) {
      if (row.batch && isGrouped) void undoBatch(row, row.batch);
      else setEntryToUndo(row);
    },
  });
  const rows = data?.rows ?? noRows;
  const total = data?.total ?? 0;

  function change(part: Partial<LogSearch>, options: { replace?: boolean } = {}) {
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => changedLogSearch(logSearchSchema.parse(before), part),
      replace: options.replace ?? false,
      resetScroll: false,
    });
  }

  useTableKeys({
    ids: rows.map(({ id }) => id),
    activeId,
    onActive: (id) => setActiveId(Number(id)),
    onEdit: (id) => change({ open: Number(id) }),
  });

  return (
    <main className="relative flex h-full min-h-0 flex-col bg-surface">
      <h1 className="flex items-baseline gap-2 px-6 pt-5 pb-4 text-xl font-semibold tracking-tight">
        User Activity
        {data ? <Badge className="self-center text-xs">{formatCount(total)}</Badge> : null}
      </h1>
      <LogToolbar search={search} onChange={change} />
      <DataTable
        label="User Activity"
        className="min-h-0 flex-1 border-t"
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={objectName}
        loading={isLate}
        stale={isStale}
        activeId={activeId}
        onRowClick={({ id }) => change({ open: id })}
        page={search.page ?? 1}
        rowCount={total + 1}
        empty={
          isPending ? null : error && !data ? (
            <LoadError title="The log could not be loaded" query={{ error, refetch, isFetching }} />
          ) : (
            <EmptyState
              icon={<History />}
              title={isLogFiltered(search) ? 'No matches for these filters' : 'No activity in this period'}
              text="Every change is recorded here: who made it, when, and the previous value."
              action={
                isLogFiltered(search) ? (
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
          size={search.size ?? defaultLogSize}
          total={total}
          noun="entries"
          onPage={(page) => change({ page: page === 1 ? undefined : page })}
          onSize={(size) => change({ size: size === defaultLogSize ? undefined : (size as LogSearch['size']) })}
        />
      ) : (
        <div className="min-h-12 border-t bg-sunken" />
      )}
      {isUndoWanted ? (
        <Suspense fallback={null}>
          <UndoDialog entry={entryToUndo} onClose={() => setEntryToUndo(null)} />
        </Suspense>
      ) : null}
      {isDrawerWanted ? (
        <Suspense fallback={null}>
          <LogEntryDrawer
            open={search.open}
            known={rows.find(({ id }) => id === search.open)}
            onClose={() => change({ open: undefined })}
          />
        </Suspense>
      ) : null}
    </main>
  );
}

const idOf = (row: LogRow) => row.id;
