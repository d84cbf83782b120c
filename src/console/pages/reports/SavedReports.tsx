import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Files, SearchX } from 'lucide-react';
import { Suspense, use, useMemo, useState } from 'react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { mayUse } from '#model/index.ts';
import { useBellMarks } from '../../bell/useBell.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { formatCount } from '../../lib/format.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useExports } from '../../reports/exports.ts';
import { useSchedules } from '../../reports/schedules.ts';
import { savedReportsQuery } from '../../reports/savedReports.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { RowId } from '../../ui/table/column.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { RowMenu } from '../../ui/overlay/Menu.tsx';
import { SearchBox } from '../../ui/field/SearchBox.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { useTableKeys } from '../../ui/table/useTableKeys.ts';
import { ChosenReports } from './ChosenReports.tsx';
import { ExportList } from './ExportList.tsx';
import { reportsColumns } from './reportsColumns.tsx';
import {
  bareSearch,
  reportsSearchSchema,
  shownReports,
  sortOf,
  typeLabels,
  writeReportsSearch,
  type ReportsSearch,
} from './reportsSearch.ts';
import { reportsMenu } from './reportsMenu.tsx';
import { scheduleColumns } from './schedules/scheduleColumns.tsx';
import { ScheduleDialogs } from './schedules/ScheduleDialogs.tsx';
import { scheduleMenu } from './schedules/scheduleMenu.tsx';
import { useScheduleActions } from './schedules/useScheduleActions.ts';
import { useFileOfDefinition } from './useFileOfDefinition.ts';
import { useReportActions } from './useReportActions.ts';

const DeleteReportDialog = lazyChunk(() => import('../../reports/DeleteReportDialog.tsx'), 'DeleteReportDialog');
const RenameDialog = lazyChunk(() => import('./RenameDialog.tsx'), 'RenameDialog');

const ShareDialog = lazyChunk(() => import('../../reports/ShareDialog.tsx'), 'ShareDialog');

const none: readonly SavedReport[] = [];

/** The user's saved reports. */
export function SavedReports({ user }: { user: SessionUser }) {
  const api = use(ApiContext);
  const navigate = useNavigate();
  const raw: object = useSearch({ strict: false });
  const search = useMemo(() => reportsSearchSchema.parse(raw), [raw]);
  const { data, error, isPending, isFetching, refetch } = useQuery(savedReportsQuery(api));
  const isLate = useDelayed(isPending);
  const all = data ?? none;
  const schedules = useSchedules();
  const rows = useMemo(() => shownReports(all, search, schedules), [all, search, schedules]);
  const [activeId, setActiveId] = useState<number | null>(null);
  const [menu, setMenu] = useState<{ report: SavedReport; anchor: Element } | null>(null);
  const [openDialog, setOpenDialog] = useState<{ what: 'rename' | 'delete' | 'share'; report: SavedReport } | null>(
    null,
  );
  const [selection, setSelection] = useState<ReadonlySet<RowId>>(new Set());
  const chosen = useMemo(() => rows.filter(({ id }) => selection.has(id)), [rows, selection]);
  const mayChange = mayUse(user, 'savingReports');
  const exports = useExports();
  const actions = useReportActions();
  const writeFile = useFileOfDefinition();
  const marks = useBellMarks(user.id);
  const runNow = useScheduleActions();
  const columns = scheduleColumns(
    reportsColumns(user, (report, anchor) => setMenu({ report, anchor }), marks),
    {
      user,
      reports: all,
      schedules,
      onHistory: (history) => change({ history }),
    },
  );
  const change = (part: Partial<ReportsSearch>, options: { replace?: boolean } = {}) =>
    void navigate({
      to: '.',
      search: writeReportsSearch({ ...search, ...part }),
      replace: options.replace ?? false,
      resetScroll: false,
    });
  useTableKeys({
    ids: rows.map(({ id }) => id),
    activeId,
    onActive: (id) => setActiveId(Number(id)),
    onEdit: (id) => {
      const report = rows.find((each) => each.id === id);
      if (report && mayChange) setOpenDialog({ what: 'rename', report });
    },
  });

  return (
    <main className="relative flex h-full min-h-0 flex-col bg-surface">
      <div className="flex items-center justify-between gap-4 px-6 pt-5 pb-4">
        <h1 className="flex items-baseline gap-2 text-xl font-semibold tracking-tight">
          Saved Reports
          {data ? <Badge className="self-center text-xs">{formatCount(rows.length)}</Badge> : null}
        </h1>
        <div className="flex items-center gap-2">
          {user.showPostbidPix || user.showPostbidWh ? (
            <Link to="/pbReport" className={buttonClass()}>
              Postbid report
            </Link>
          ) : null}
          <Link to="/report" className={buttonClass('primary')}>
            Create report
          </Link>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 px-6 pb-3" data-print="hide">
        <SearchBox
          label="Search saved reports"
          placeholder="Name"
          value={search.q}
          onChange={(q) => change({ q: q.trim() }, { replace: true })}
          className="w-64"
        />
        <SegmentedControl
          label="Show"
          options={[
            { value: 'active', label: 'Active' },
            { value: 'archived', label: 'Archived' },
            { value: 'all', label: 'All' },
          ]}
          value={search.show}
          onChange={(show) => change({ show })}
        />
        <Select
          aria-label="Type"
          prefix="Type:"
          className="w-40"
          options={[
            { value: 'all', label: 'All' },
            ...(['definition', 'result', 'file', 'postbid'] as const).map((type) => ({
              value: type,
              label: typeLabels[type],
            })),
          ]}
          value={search.type}
          onChange={(type) => change({ type: reportsSearchSchema.parse({ type }).type })}
        />
        {schedules.size > 0 || search.scheduled !== 'all' ? (
          <Select
            aria-label="Schedule"
            prefix="Schedule:"
            className="w-44"
            options={[
              { value: 'all', label: 'All' },
              { value: 'yes', label: 'Scheduled' },
              { value: 'failed', label: 'Failed' },
            ]}
            value={search.scheduled}
            onChange={(scheduled) => change({ scheduled: reportsSearchSchema.parse({ scheduled }).scheduled })}
          />
        ) : null}
      </div>
      {mayChange ? <ExportList exports={exports} /> : null}
      <DataTable
        label="Saved reports"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        {...(mayChange ? { selection, onSelection: setSelection } : {})}
        sort={sortOf(search)}
        onSort={({ id, direction }) => change({ sort: `${direction === 'desc' ? '-' : ''}${id}` })}
        loading={isLate}
        activeId={activeId}
        onRowContextMenu={(report, event) => {
          if (!(event.target instanceof Element) || event.target.closest('a')) return;
          event.preventDefault();
          setMenu({ report, anchor: event.target });
        }}
        empty={
          isPending ? null : error ? (
            <LoadError title="The saved reports could not be loaded" query={{ error, refetch, isFetching }} />
          ) : (
            <NoReports isNone={all.length === 0} onClear={() => change({ ...bareSearch, show: 'all' })} />
          )
        }
        className="min-h-0 flex-1 border-t"
      />
      <ChosenReports
        chosen={chosen}
        onArchive={(isArchived) =>
          void actions.setAllArchived(chosen, isArchived).then(
            () => setSelection(new Set()),
            () => undefined,
          )
        }
        onDelete={async () => {
          await actions.removeAll(chosen);
          setSelection(new Set());
        }}
        onClear={() => setSelection(new Set())}
      />
      <RowMenu
        label="Actions"
        anchor={menu?.anchor ?? null}
        onClose={() => setMenu(null)}
        items={
          menu
            ? reportsMenu(
                menu.report,
                {
                  onRename: () => setOpenDialog({ what: 'rename', report: menu.report }),
                  onMark: marks.isNew(menu.report.id) === false ? () => marks.onMark(menu.report.id) : undefined,
                  onShare: () => setOpenDialog({ what: 'share', report: menu.report }),
                  onFile: (format) => void writeFile(menu.report, format),
                  onClone: () => void actions.clone(menu.report).catch(() => undefined),
                  onArchive: () =>
                    void actions.setArchived(menu.report, !menu.report.isArchived).catch(() => undefined),
                  onDelete: () => setOpenDialog({ what: 'delete', report: menu.report }),
                },
                mayChange,
                scheduleMenu(menu.report, schedules.get(menu.report.id), {
                  onSchedule: (schedule) => change({ schedule }),
                  onHistory: (history) => change({ history }),
                  onRun: (id) => void runNow(id).catch(() => undefined),
                }),
              )
            : []
        }
      />
      {mayChange ? (
        <ScheduleDialogs user={user} reports={data ?? null} search={search} onChange={(part) => change(part)} />
      ) : null}
      <Suspense>
        {openDialog?.what === 'rename' ? (
          <RenameDialog
            report={openDialog.report}
            onClose={() => setOpenDialog(null)}
            onRename={(name) => actions.rename(openDialog.report, name)}
          />
        ) : null}
        {openDialog?.what === 'share' ? (
          <ShareDialog report={openDialog.report} timezone={user.timezone} onClose={() => setOpenDialog(null)} />
        ) : null}
        {openDialog?.what === 'delete' ? (
          <DeleteReportDialog
            report={openDialog.report}
            onClose={() => setOpenDialog(null)}
            onDelete={() => actions.remove(openDialog.report)}
            onArchive={() => actions.setArchived(openDialog.report, true)}
          />
        ) : null}
      </Suspense>
    </main>
  );
}

function NoReports({ isNone, onClear }: { isNone: boolean; onClear: () => void }) {
  return isNone ? (
    <EmptyState
      icon={<Files />}
      title="No saved reports yet"
      text="Save a report as a live report to run it again, or save its current data as a snapshot or a file."
      action={
        <Link to="/report" className={buttonClass('primary')}>
          Create report
        </Link>
      }
    />
  ) : (
    <EmptyState
      icon={<SearchX />}
      title="No matches"
      text="No saved reports match the search and filters."
      action={<Button onClick={onClear}>Show all</Button>}
    />
  );
}
