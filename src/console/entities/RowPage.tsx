import { Link, useLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { Suspense, useCallback, useEffect, type MouseEvent, type ReactNode } from 'react';
import { mayStart, type Entity, type EntityName, type Fields } from '#model/index.ts';
import { pageOf } from '#model/entity/entityPages.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import { LoadError } from '../frame/errors/LoadError.tsx';
import { useUser } from '../frame/session.ts';
import { buttonClass } from '../ui/Button.tsx';
import type { MenuEntry } from '../ui/overlay/Menu.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { FormTab } from './form/FormTab.ts';
import { SectionedForm } from './form/SectionedForm.tsx';
import type { WarningsComponent } from './form/WarningsComponent.ts';
import { filtersOf } from './list/listFilters.ts';
import { listSearchSchema, type ListSearch } from './list/listSearch.ts';
import { presetOf } from './presetOf.ts';
import type { RowLink } from './RowLink.ts';
import { canChangeRow } from './rowRights.ts';
import { RowSubtitle } from './RowSubtitle.tsx';
import type { RowTab } from './RowTab.ts';
import { RowTools } from './RowTools.tsx';
import { useEditionEntity } from './useEditionEntity.ts';
import { useRow, type EntityRow } from './useEntity.ts';
import { useRowActions } from './useRowActions.tsx';
import { withHistory } from './withHistory.ts';

const ObjectAlerts = lazyChunk(() => import('../alerts/ObjectAlerts.tsx'), 'ObjectAlerts');

/**
 * The page of one row, or of a new one, with its form in sections: `/campaigns/12#targeting`, `/campaigns/new`. The
 * address may also name a `field` to focus.
 */
export function RowPage({
  entity,
  order,
  rowTabs,
  valueTabs,
  links,
  actions,
  warningsComponent,
}: {
  entity: Entity<Fields, EntityName>;
  /** IDs of the sections, in the order of the page. */
  order: readonly string[];
  rowTabs: readonly RowTab[];
  valueTabs: readonly FormTab[];
  links: (row: EntityRow) => RowLink[];
  actions: (row: EntityRow) => MenuEntry[];
  warningsComponent?: WarningsComponent;
}) {
  const user = useUser();
  const { id: requested }: { id?: string } = useParams({ strict: false });
  const search = listSearchSchema.parse(useSearch({ strict: false }));
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const isNew = requested === 'new';
  const query = useRow(entity, isNew ? null : Number(requested));
  const row = isNew ? null : (query.data ?? null);
  const noun = entity.label.toLowerCase();
  const page = pageOf(entity.name) ?? '/';
  const preset = presetOf(filtersOf(useEditionEntity(entity), search));
  const { actionsOf, linksOf, cloneOf, dialogs } = useRowActions(entity, () => undefined, links, actions);
  const canSave = row ? canChangeRow(entity, row, user) : mayStart(user, entity);
  const name = isNew ? `New ${noun}` : row?.name;

  useEffect(() => {
    if (name) document.title = `${name} · Bidhouse`;
  }, [name]);

  const goTo = useCallback(
    (section: string | undefined) =>
      void navigate({
        to: '.',
        search: ({ open: _open, tab: _tab, field: _field, ...filters }: ListSearch) => filters,
        hash: section ?? '',
        state: true,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );

  // A link of an alert names the tab of a drawer.
  useEffect(() => {
    if (search.tab !== undefined && search.field === undefined) goTo(search.tab);
  }, [goTo, search.tab, search.field]);

  return (
    <main className="flex h-full min-h-0 flex-col bg-surface">
      <div className="flex items-start justify-between gap-4 border-b px-6 py-3">
        <div className="flex min-w-0 flex-col">
          <BackLink to={page} className="flex items-center gap-0.5 self-start text-xs text-muted hover:text-ink">
            <ChevronLeft aria-hidden className="-ml-1 size-3.5" />
            {entity.pluralLabel}
          </BackLink>
          <h1 title={name} className="truncate text-xl font-semibold tracking-tight">
            {name ?? entity.label}
          </h1>
          {row ? (
            <div className="text-xs text-muted">
              <RowSubtitle entity={entity} row={row} />
            </div>
          ) : null}
        </div>
        {row ? (
          <div className="flex shrink-0 items-center gap-1">
            <RowTools links={linksOf(row)} actions={actionsOf(row)} />
            {dialogs}
          </div>
        ) : null}
      </div>
      {row ? (
        <Suspense fallback={null}>
          <ObjectAlerts key={row.id} entity={entity.name} id={row.id} />
        </Suspense>
      ) : null}
      {isNew || row ? (
        <div className="min-h-0 flex-1">
          <SectionedForm
            key={requested}
            entity={entity}
            row={row}
            preset={preset}
            isReadOnly={!canSave}
            rowTabs={withHistory(rowTabs, user)}
            valueTabs={valueTabs}
            order={order}
            field={search.field}
            section={hash || undefined}
            warningsComponent={warningsComponent}
            onSection={goTo}
            onClone={row ? cloneOf(row) : undefined}
            onSaved={(saved) => {
              if (isNew) void navigate({ to: `${page}/${saved.id}`, state: true, replace: true });
            }}
            actions={
              <BackLink to={page} className={buttonClass('secondary', 'md')}>
                Cancel
              </BackLink>
            }
          />
        </div>
      ) : query.error ? (
        <LoadError title={`This ${noun} could not be loaded`} query={query} />
      ) : (
        <div className="grid max-w-3xl grid-cols-2 gap-5 p-6" aria-busy>
          <Skeleton className="col-span-2 h-8" />
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
          <Skeleton className="col-span-2 h-8" />
        </div>
      )}
    </main>
  );
}

/** A link back to the list; from a row that was opened in the list, a step back to its filters, order and page. */
function BackLink({ to, className, children }: { to: string; className: string; children: ReactNode }) {
  const { history } = useRouter();
  const isFromList = useLocation({ select: ({ state }) => state.isFromList === true });
  function goBack(event: MouseEvent) {
    if (!isFromList || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.back();
  }
  return (
    <Link to={to} onClick={goBack} className={className}>
      {children}
    </Link>
  );
}
