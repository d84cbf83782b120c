import { Archive, Copy, Ellipsis, Link2, Pause, PenLine, Play, Unlink, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import {
  type BulkVerb,
  type Entity,
  type EntityName,
  type Fields,
  mayDo,
  type RightsHolder,
  type Status,
} from '#model/index.ts';
import { isCloneable } from '#model/entity/clone.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { isSignedOut } from '../../lib/query.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { Button } from '../../ui/Button.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../../ui/overlay/Menu.tsx';
import { useActivityLink } from '../../history/useActivityLink.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { archiveWarning, countOf, statusLabels } from '../statusLabels.ts';
import { editableFields } from './editDrafts.ts';
import { type BulkTarget, type ChosenRows, type Selection, targetOf } from './target.ts';
import { useChanges } from './useChanges.ts';

const EditDialog = lazyChunk(() => import('./EditDialog.tsx'), 'EditDialog');
const StatusDialog = lazyChunk(() => import('./StatusDialog.tsx'), 'StatusDialog');
const BulkAttachDialog = lazyChunk(() => import('./BulkAttachDialog.tsx'), 'BulkAttachDialog');
const CloneDialog = lazyChunk(() => import('../clone/CloneDialog.tsx'), 'CloneDialog');

/** The dialog that is open over the list. */
type BulkDialogRequest =
  | { type: 'edit'; field: string | null; verb?: BulkVerb }
  | { type: 'waterfall'; action: 'attach' | 'detach' }
  | { type: 'clone' }
  | { type: 'status'; status: Status };

/** The bar of actions for the selected rows, over the foot of the list. */
export function BulkBar({
  entity,
  selection,
  total,
  onSelectAll,
  onClear,
  moreActions: ownActions,
}: {
  entity: Entity<Fields, EntityName>;
  selection: Selection;
  /** Rows that match the filter on all pages. */
  total: number;
  /** Null when the user may not change some of the matching rows. */
  onSelectAll: (() => void) | null;
  onClear: () => void;
  /** Actions specific to the entity. */
  moreActions: (chosen: ChosenRows) => MenuEntry[];
}) {
  const user = useUser();
  const confirm = useConfirm();
  const toast = useToast();
  const activityLink = useActivityLink();
  const { apply, undo } = useChanges([entity.name]);
  const [isBusy, setBusy] = useState(false);
  const [open, setOpen] = useState<{ dialog: BulkDialogRequest; count: number } | null>(null);
  const count = selection.all ? total : selection.ids.size;
  // An action can remove its rows from the list; its dialog stays open to show the result.
  if (count === 0 && !open) return null;
  const openDialog = (dialog: BulkDialogRequest) => setOpen({ dialog, count });
  const target = targetOf(selection);

  async function run(status: Status) {
    const { verb, done } = statusLabels[status];
    // An action on rows that are not on screen shows them first.
    if (selection.all) {
      openDialog({ type: 'status', status });
      return;
    }
    const mayGo =
      status !== 2 ||
      (await confirm({
        title: `${verb} ${countOf(count, entity)}?`,
        description: archiveWarning(entity, true),
        confirmLabel: verb,
        danger: true,
      }));
    if (!mayGo) return;
    setBusy(true);
    try {
      const { results, changed, batch } = await apply((api) =>
        api.post('/api/{entity}/bulk', { entity, body: { ...target, status } }),
      );
      if (changed > 0) {
        toast.success({
          title: `${countOf(changed, entity)} ${done}`,
          ...(batch === null
            ? {}
            : { action: { label: 'Undo', onClick: () => void undo(batch) }, ...activityLink({ batch }) }),
        });
      }
      const refused = results.filter(({ problem }) => problem !== null);
      if (refused.length > 0) {
        const reasons = refused.slice(0, 3).map(({ id, problem }) => `#${id}: ${problem?.message}`);
        const rest = refused.length - reasons.length;
        toast.error({
          title: `${countOf(refused.length, entity)} not ${done}`,
          description: `${reasons.join('. ')}${rest > 0 ? `, and ${rest} more` : ''}`,
        });
      }
      onClear();
    } catch (error) {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    } finally {
      setBusy(false);
    }
  }

  function close(isDone: boolean) {
    setOpen(null);
    if (isDone) onClear();
  }

  const own = ownActions({ target, count, clear: onClear });
  const commonActions = moreActions(entity, user, openDialog);
  const more: MenuEntry[] =
    own.length > 0 && commonActions.length > 0
      ? [...own, { kind: 'separator', id: 'own' }, ...commonActions]
      : [...own, ...commonActions];
  return (
    <>
      <div
        className="pointer-events-none absolute inset-x-0 bottom-14 z-20 flex justify-center px-4 max-xl:justify-start"
        data-print="hide"
      >
        <div
          role="toolbar"
          aria-label={`Actions for the selected ${entity.pluralLabel.toLowerCase()}`}
          className="pointer-events-auto flex items-center gap-2 rounded-xl border border-line-strong bg-raised py-1.5 pr-1.5 pl-4 shadow-modal"
        >
          <span aria-live="polite" className="tnum text-sm font-medium whitespace-nowrap">
            {countOf(count, entity)} selected
          </span>
          {onSelectAll && selection.all === null && total > selection.ids.size ? (
            <Button variant="ghost" size="sm" onClick={onSelectAll} className="text-accent-ink">
              Select all {countOf(total, entity).split(' ')[0]} matching
            </Button>
          ) : null}
          <span aria-hidden className="mx-1 h-5 w-px bg-line-strong" />
          <Button size="sm" icon={<Play />} disabled={isBusy} onClick={() => void run(1)}>
            Activate
          </Button>
          <Button size="sm" icon={<Pause />} disabled={isBusy} onClick={() => void run(0)}>
            Pause
          </Button>
          <Button size="sm" icon={<Archive />} disabled={isBusy} onClick={() => void run(2)}>
            Archive
          </Button>
          {editableFields(entity).length > 0 ? (
            <Button
              size="sm"
              icon={<PenLine />}
              disabled={isBusy}
              onClick={() => openDialog({ type: 'edit', field: null })}
            >
              Edit…
            </Button>
          ) : null}
          {more.length > 0 ? (
            <Menu
              label="More actions"
              side="top"
              items={more}
              trigger={<IconButton size="sm" label="More actions" icon={<Ellipsis />} />}
            />
          ) : null}
          <IconButton size="sm" label="Clear selection" icon={<X />} onClick={onClear} />
        </div>
      </div>
      <Suspense fallback={null}>
        {open ? <BulkDialog entity={entity} target={target} {...open} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function BulkDialog({
  dialog,
  ...shared
}: {
  dialog: BulkDialogRequest;
  entity: Entity<Fields, EntityName>;
  target: BulkTarget;
  count: number;
  onClose: (isDone: boolean) => void;
}) {
  const { entity } = shared;
  if (dialog.type === 'edit') return <EditDialog {...shared} start={dialog} />;
  if (dialog.type === 'status') return <StatusDialog {...shared} status={dialog.status} />;
  if (dialog.type === 'clone') return <CloneDialog {...shared} />;
  if (entity.name !== 'tag' && entity.name !== 'channel') return null;
  return <BulkAttachDialog {...shared} entity={entity.name} action={dialog.action} />;
}

/** The other actions: attach and detach references and waterfall rows, and clone. */
function moreActions(
  entity: Entity<Fields, EntityName>,
  user: RightsHolder,
  openDialog: (dialog: BulkDialogRequest) => void,
): MenuEntry[] {
  const entries: MenuEntry[] = [];
  const others = entity.name === 'tag' ? 'channels' : entity.name === 'channel' ? 'tags' : null;
  if (others && mayDo(user, 'waterfallRow', 'create')) {
    entries.push(
      {
        id: 'attach',
        label: `Attach to ${others}…`,
        icon: <Link2 />,
        onSelect: () => openDialog({ type: 'waterfall', action: 'attach' }),
      },
      {
        id: 'detach',
        label: `Detach from ${others}…`,
        icon: <Unlink />,
        onSelect: () => openDialog({ type: 'waterfall', action: 'detach' }),
      },
    );
  }
  const referring = editableFields(entity).filter(([, { kind }]) => kind === 'references');
  for (const [verb, label, icon] of [
    ['add', 'Attach', <Link2 key="add" />],
    ['remove', 'Detach', <Unlink key="remove" />],
  ] as const) {
    if (referring.length === 0) continue;
    if (entries.length > 0) entries.push({ kind: 'separator', id: `${verb}s` });
    for (const [name, field] of referring) {
      entries.push({
        id: `${verb} ${name}`,
        label: `${label} ${field.label.toLowerCase()}…`,
        icon,
        onSelect: () => openDialog({ type: 'edit', field: name, verb }),
      });
    }
  }
  if (isCloneable(entity) && mayDo(user, entity.name, 'create')) {
    if (entries.length > 0) entries.push({ kind: 'separator', id: 'clones' });
    entries.push({ id: 'clone', label: 'Clone…', icon: <Copy />, onSelect: () => openDialog({ type: 'clone' }) });
  }
  return entries;
}
