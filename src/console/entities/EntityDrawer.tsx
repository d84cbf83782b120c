import { Suspense, useRef, useState } from 'react';
import { mayStart, type Entity, type EntityName, type Fields } from '#model/index.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import { useUser } from '../frame/session.ts';
import { Drawer } from '../ui/overlay/Drawer.tsx';
import { LoadError } from '../frame/errors/LoadError.tsx';
import type { MenuEntry } from '../ui/overlay/Menu.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { EntityForm } from './form/EntityForm.tsx';
import type { RowTab } from './RowTab.ts';
import type { RowLink } from './RowLink.ts';
import { canChangeRow } from './rowRights.ts';
import { RowSubtitle } from './RowSubtitle.tsx';
import { RowTools } from './RowTools.tsx';
import type { FormValues } from './form/formModel.ts';
import type { FormTab } from './form/FormTab.ts';
import type { WarningsComponent } from './form/WarningsComponent.ts';
import { useRow, type EntityRow } from './useEntity.ts';
import { useRowActions } from './useRowActions.tsx';
import { seesWaiting } from '../waiting/seesWaiting.ts';
import { waitingObjectsOf } from '../waiting/waitingObjectsOf.ts';
import { withHistory } from './withHistory.ts';

const WaitingNotice = lazyChunk(() => import('../waiting/WaitingNotice.tsx'), 'WaitingNotice');
const ObjectAlerts = lazyChunk(() => import('../alerts/ObjectAlerts.tsx'), 'ObjectAlerts');

/** The drawer of one row beside its list, opened by the address: `?open=12`, or `?open=new` for a new row. */
export function EntityDrawer({
  entity,
  open: requested,
  tab,
  field,
  preset,
  rowTabs,
  valueTabs,
  links,
  moreActions,
  warningsComponent,
  onTab,
  onOpen,
}: {
  entity: Entity<Fields, EntityName>;
  open: 'new' | number | undefined;
  tab: string | undefined;
  /** The field to focus. */
  field: string | undefined;
  preset: FormValues;
  rowTabs: readonly RowTab[];
  valueTabs: readonly FormTab[];
  links: (row: EntityRow) => RowLink[];
  /** Actions specific to the entity. */
  moreActions: (row: EntityRow) => MenuEntry[];
  warningsComponent?: WarningsComponent | undefined;
  onTab: (tab: string | undefined) => void;
  /** Opens another row, optionally at a tab; undefined closes the drawer. */
  onOpen: (open: 'new' | number | undefined, options?: { replace: boolean; tab?: string | undefined }) => void;
}) {
  const user = useUser();
  // The last row stays rendered while the drawer slides out.
  const [last, setLast] = useState(requested);
  const body = useRef<HTMLDivElement>(null);
  if (requested !== undefined && requested !== last) setLast(requested);
  const open = requested ?? last;
  const id = typeof open === 'number' ? open : null;
  const { data: row, error, refetch, isFetching } = useRow(entity, id);
  const { actionsOf, linksOf, cloneOf, dialogs } = useRowActions(entity, onOpen, links, moreActions);
  const waitingObjects = seesWaiting(user) ? waitingObjectsOf(entity.name) : undefined;
  const isNew = open === 'new';
  const canSave = isNew || !row ? mayStart(user, entity) : canChangeRow(entity, row, user);

  return (
    <Drawer
      open={requested !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onOpen(undefined);
      }}
      padding="none"
      initialFocus={body}
      width={rowTabs.some((each) => each.id === tab && each.isWide) ? 'xl' : 'lg'}
      title={isNew ? `New ${entity.label.toLowerCase()}` : <span title={row?.name}>{row?.name ?? entity.label}</span>}
      description={row && !isNew ? <RowSubtitle entity={entity} row={row} /> : null}
      actions={
        row && !isNew ? (
          <>
            <RowTools links={linksOf(row)} actions={actionsOf(row)} />
            {dialogs}
          </>
        ) : null
      }
    >
      <div ref={body} tabIndex={-1} className="flex h-full flex-col outline-none">
        {row && !isNew ? (
          <Suspense fallback={null}>
            <ObjectAlerts key={row.id} entity={entity.name} id={row.id} />
            {waitingObjects ? (
              <WaitingNotice objects={waitingObjects} rowId={row.id} className="border-b px-5 py-3" />
            ) : null}
          </Suspense>
        ) : null}
        {isNew || row ? (
          <div className="min-h-0 flex-1">
            <EntityForm
              key={isNew ? 'new' : id}
              entity={entity}
              row={isNew ? null : (row ?? null)}
              preset={preset}
              isReadOnly={!canSave}
              rowTabs={withHistory(rowTabs, user)}
              valueTabs={valueTabs}
              tab={tab}
              field={field}
              warningsComponent={warningsComponent}
              onTab={onTab}
              onClone={row && !isNew ? cloneOf(row) : undefined}
              onWaiting={() => {
                if (isNew) onOpen(undefined);
              }}
              onSaved={(saved) => {
                if (isNew) onOpen(saved.id, { replace: true, tab: rowTabs.find((each) => each.isNextAfterCreate)?.id });
              }}
            />
          </div>
        ) : error ? (
          <LoadError
            title={`This ${entity.label.toLowerCase()} could not be loaded`}
            query={{ error, refetch, isFetching }}
          />
        ) : (
          <div className="grid grid-cols-2 gap-5 p-5" aria-busy>
            <Skeleton className="col-span-2 h-8" />
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
            <Skeleton className="col-span-2 h-8" />
          </div>
        )}
      </div>
    </Drawer>
  );
}
