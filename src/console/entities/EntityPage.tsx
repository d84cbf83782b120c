import { Info, Plus } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { mayDo, mayStart, type Entity, type EntityName, type Fields, type Status } from '#model/index.ts';
import { pageSizes } from '#model/reference/listOptions.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import { useUser } from '../frame/session.ts';
import { formatCount } from '../lib/format.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable, type ColumnWidths, type DataTableProps } from '../ui/table/DataTable.tsx';
import type { MenuEntry } from '../ui/overlay/Menu.tsx';
import { useShortcuts } from '../ui/shortcuts.tsx';
import { useTableKeys } from '../ui/table/useTableKeys.ts';
import type { ChosenRows } from './bulk/target.ts';
import type { FormTab } from './form/FormTab.ts';
import type { RowTab } from './RowTab.ts';
import type { RowLink } from './RowLink.ts';
import { figureTotals } from './list/figureCells.tsx';
import { filtersOf } from './list/listFilters.ts';
import { isFiltered } from './list/listSearch.ts';
import { LazyPager } from './list/LazyPager.tsx';
import { ListToolbar } from './list/ListToolbar.tsx';
import type { OpenRowMenu } from './list/RowActionsMenu.tsx';
import { presetOf } from './presetOf.ts';
import { canChangeRow } from './rowRights.ts';
import { useDelayed } from '../lib/useDelayed.ts';
import { useLatch } from '../lib/useLatch.ts';
import type { QuickCell } from './quick/useQuickSave.ts';
import { useRows, type EntityRow } from './useEntity.ts';
import type { WarningsComponent } from './form/WarningsComponent.ts';
import { useEditionEntity } from './useEditionEntity.ts';
import { useGrouping } from './list/useGrouping.ts';
import { useListState } from './list/useListState.ts';
import { useRowStatus } from './useRowStatus.tsx';
import { useSelection } from './list/useSelection.ts';
import { useTableColumns } from './list/useTableColumns.tsx';
import { seesWaiting } from '../waiting/seesWaiting.ts';
import { waitingObjectsOf } from '../waiting/waitingObjectsOf.ts';
import {
  storeDensity,
  storeRefresh,
  storeWidths,
  readDensity,
  readRefresh,
  readWidths,
} from './views/viewPreferences.ts';

export interface EntityPageProps {
  entity: Entity<Fields, EntityName>;
  /** The page's heading, where it differs from the plural of the entity. */
  title?: string;
  /** Icon and text that explain the entity while its list is empty. */
  intro: { icon: ReactNode; text: string };
  /** Tabs of the drawer beside the form's. */
  rowTabs?: readonly RowTab[];
  /** Tabs of the form that show what follows from its values. */
  valueTabs?: readonly FormTab[];
  /** Links from a row to rows that belong to it. Those that the user may not open are left out. */
  links?: (row: EntityRow) => RowLink[];
  /** Links beside the title to other views of the same rows. */
  views?: ReactNode;
  /** One line under the title, such as what is not set up yet. */
  notice?: string;
  /** Row actions beside those that every entity has. */
  actions?: (row: EntityRow) => MenuEntry[];
  /** The same for selected rows. */
  bulkActions?: (chosen: ChosenRows) => MenuEntry[];
  /** Computes warnings about a form's values. */
  warningsComponent?: WarningsComponent;
}

// Loaded where changes wait for a second person.
const WaitingNotice = lazyChunk(() => import('../waiting/WaitingNotice.tsx'), 'WaitingNotice');

// Loaded with the first row that is opened, or when the pointer comes near one.
const EntityDrawer = lazyChunk(() => import('./EntityDrawer.tsx'), 'EntityDrawer');

// Loaded separately, as most lists have rows.
const ListEmpty = lazyChunk(() => import('./list/ListEmpty.tsx'), 'ListEmpty');

// Loaded with the first selected row.
const BulkBar = lazyChunk(() => import('./bulk/BulkBar.tsx'), 'BulkBar');

// Loaded with the first menu that is opened.
const RowActionsMenu = lazyChunk(() => import('./list/RowActionsMenu.tsx'), 'RowActionsMenu');

// Loaded with the first list that is grouped.
const GroupedTable = lazyChunk(() => import('./list/GroupedTable.tsx'), 'GroupedTable');

// Loaded with the first value that is edited in place.
const QuickEditor = lazyChunk(() => import('./quick/QuickEditor.tsx'), 'QuickEditor');

const noTabs: readonly RowTab[] = [];
const noValueTabs: readonly FormTab[] = [];
const none = () => [];

/**
 * The page of an entity: its list, and its rows in a drawer beside it. The address holds the state of both; the router
 * leads to the pages of rows that have one.
 */
export function EntityPage({
  title,
  intro,
  views,
  notice,
  rowTabs = noTabs,
  valueTabs = noValueTabs,
  links = none,
  actions = none,
  bulkActions = none,
  warningsComponent,
  ...page
}: EntityPageProps) {
  const user = useUser();
  const entity = useEditionEntity(page.entity);
  const canCreate = mayStart(user, page.entity);
  const waitingObjects = seesWaiting(user) ? waitingObjectsOf(entity.name) : undefined;
  const canUpdate = mayDo(user, entity.name, 'update');
  const canChange = (row: EntityRow) => canChangeRow(entity, row, user);
  const { search, view, query, all, change, changeView, replace } = useListState(entity);
  const [isRefreshed, setRefreshed] = useState(readRefresh);
  const everyMs = isRefreshed ? refreshMs : null;
  const grouping = useGrouping(entity, query, { group: search.group, everyMs });
  const { isGrouped, groups } = grouping;
  const list = useRows(entity, grouping.rowsQuery, { everyMs, isWanted: grouping.isWanted });
  const { error, isPending, isPlaceholderData, isFetching, refetch } = isGrouped ? groups : list;
  const data = isGrouped ? groups.data : list.data;
  // Once rendered it stays, so that it can slide out.
  const isDrawerWanted = useLatch(search.open !== undefined);
  const rows = list.data?.rows ?? noRows;
  const total = data?.total ?? 0;
  const hasTotals = data?.totals || data?.figures === 'late';
  const isLate = useDelayed(isPending);
  const isStale = useDelayed(isPlaceholderData && isFetching);
  const [density, setDensity] = useState(readDensity);
  const [widths, setWidths] = useState(() => readWidths(entity.name));
  const [activeId, setActiveId] = useState<number | null>(null);
  const [menu, setMenu] = useState<OpenRowMenu | null>(null);
  const isMenuWanted = useLatch(menu !== null);
  const [quick, setQuick] = useState<QuickCell | null>(null);
  const isQuickWanted = useLatch(quick !== null);
  const { selection, ids, choose, chooseAll, clear } = useSelection(rows, JSON.stringify(all));

  const open = (id: number | 'new' | undefined, options?: { replace: boolean; tab?: string | undefined }) =>
    change({ open: id, tab: options?.tab, field: undefined }, options);
  const setStatus = useRowStatus(entity);
  const handlers = {
    onStatus: (row: EntityRow, status: Status) => void setStatus(row, status),
    onMenu: (row: EntityRow, anchor: Element) => setMenu({ row, anchor }),
    onQuick: (row: EntityRow, field: string) => setQuick({ id: row.id, field }),
  };
  const columns = useTableColumns(
    entity,
    { names: view.cols, compared: data?.compared, areFiguresLate: data?.figures === 'late' },
    handlers,
  );

  useTableKeys({
    ids: rows.map((row) => row.id),
    activeId,
    onActive: (id) => setActiveId(Number(id)),
    onEdit: (id) => open(Number(id)),
    ...(canUpdate
      ? {
          onToggle: (id) => {
            const row = rows.find((each) => each.id === id);
            if (!row || !canChange(row)) return;
            const next = new Set(ids);
            if (!next.delete(id)) next.add(id);
            choose(next);
          },
        }
      : {}),
  });
  useShortcuts({ n: () => open('new') }, canCreate);

  function changeWidths(next: ColumnWidths) {
    setWidths(next);
    storeWidths(entity.name, next);
  }

  const newButton = canCreate ? (
    <Button variant="primary" icon={<Plus />} aria-keyshortcuts="n" onClick={() => open('new')}>
      New {entity.label.toLowerCase()}
    </Button>
  ) : null;

  const table: DataTableProps<EntityRow> = {
    label: entity.pluralLabel,
    className: 'min-h-0 flex-1 border-t',
    columns,
    rows,
    rowId,
    rowName,
    sort: { id: view.sort.replace(/^-/, ''), direction: view.sort.startsWith('-') ? 'desc' : 'asc' },
    onSort: (sort) => changeView({ sort: `${sort.direction === 'desc' ? '-' : ''}${sort.id}` }),
    totals: hasTotals ? figureTotals(entity, data?.totals ?? null, data?.compared, total) : null,
    ...(canUpdate ? { selection: ids, onSelection: choose, canSelect: canChange } : {}),
    density,
    widths,
    onWidths: changeWidths,
    page: search.page ?? 1,
    loading: isLate,
    stale: isStale,
    activeId,
    rowCount: total + 1,
    onRowContextMenu: (row, event) => {
      event.preventDefault();
      setMenu({ row, anchor: { x: event.clientX, y: event.clientY } });
    },
    empty: isPending ? null : (
      <Suspense fallback={null}>
        <ListEmpty
          entity={entity}
          intro={intro}
          newButton={newButton}
          isFiltered={isFiltered(search)}
          error={data ? null : error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          onChange={change}
          search={search}
        />
      </Suspense>
    ),
  };

  return (
    <main className="relative flex h-full min-h-0 flex-col bg-surface">
      <div className="flex items-center justify-between gap-4 px-6 pt-5 pb-4">
        <div className="flex items-center gap-5">
          <h1 className="flex items-baseline gap-2 text-xl font-semibold tracking-tight">
            {title ?? entity.pluralLabel}
            {data ? <Badge className="self-center text-xs">{formatCount(total)}</Badge> : null}
          </h1>
          {views}
        </div>
        {newButton}
      </div>
      {notice ? (
        <p className="-mt-2 flex items-center gap-1.5 px-6 pb-3 text-xs text-muted">
          <Info aria-hidden className="size-3.5 shrink-0" />
          {notice}
        </p>
      ) : null}
      {waitingObjects ? (
        <Suspense fallback={null}>
          <WaitingNotice objects={waitingObjects} className="px-6 pb-3" />
        </Suspense>
      ) : null}
      <ListToolbar
        entity={entity}
        search={search}
        view={view}
        density={density}
        widths={widths}
        isWithoutFigures={data?.figures === 'away'}
        onRetry={() => void refetch()}
        isRefreshed={isRefreshed}
        onRefreshed={(isOn) => {
          setRefreshed(isOn);
          storeRefresh(isOn);
          if (isOn) void refetch();
        }}
        onChange={change}
        onView={replace}
        onWidths={changeWidths}
        onViewChange={changeView}
        onDensity={(next) => {
          setDensity(next);
          storeDensity(next);
        }}
      />
      {isGrouped ? (
        <Suspense fallback={<div className="min-h-0 flex-1 border-t" />}>
          <GroupedTable
            {...table}
            entity={entity}
            response={groups.data}
            opened={grouping.opened}
            isLoaded={list.isSuccess && !list.isPlaceholderData}
            onToggle={grouping.toggle}
          />
        </Suspense>
      ) : (
        <DataTable {...table} />
      )}
      {data && !isGrouped ? (
        <LazyPager
          className="min-h-12 border-t bg-sunken px-6 py-2"
          page={search.page ?? 1}
          size={view.size}
          total={total}
          noun={entity.pluralLabel.toLowerCase()}
          onPage={(page) => change({ page: page === 1 ? undefined : page })}
          onSize={(size) => changeView({ size: pageSizes.find((each) => each === size) })}
        />
      ) : (
        <div className="min-h-12 border-t bg-sunken" />
      )}
      {canUpdate && (ids.size > 0 || selection.all) ? (
        <Suspense fallback={null}>
          <BulkBar
            entity={entity}
            selection={selection}
            total={total}
            onSelectAll={rows.every(canChange) ? () => chooseAll(all) : null}
            onClear={clear}
            moreActions={bulkActions}
          />
        </Suspense>
      ) : null}
      {isQuickWanted ? (
        <Suspense fallback={null}>
          <QuickEditor entity={entity} rows={rows} cell={quick} onCell={setQuick} />
        </Suspense>
      ) : null}
      {isMenuWanted ? (
        <Suspense fallback={null}>
          <RowActionsMenu
            entity={entity}
            menu={menu}
            linksOf={links}
            moreActions={actions}
            onEdit={open}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      ) : null}
      {isDrawerWanted ? (
        <Suspense fallback={null}>
          <EntityDrawer
            // The unfiltered entity: rules are about whole rows, and the form itself hides what this edition lacks.
            entity={page.entity}
            open={search.open}
            tab={search.tab}
            field={search.field}
            preset={presetOf(filtersOf(entity, search))}
            rowTabs={rowTabs}
            valueTabs={valueTabs}
            links={links}
            moreActions={actions}
            warningsComponent={warningsComponent}
            onTab={(tab) => change({ tab, field: undefined }, { replace: true })}
            onOpen={open}
          />
        </Suspense>
      ) : null}
    </main>
  );
}

/** Interval of automatic refreshes, where the user switched them on. */
const refreshMs = 30_000;

const noRows: readonly EntityRow[] = [];
const rowId = (row: EntityRow) => row.id;
const rowName = (row: EntityRow) => row.name ?? `#${row.id}`;
