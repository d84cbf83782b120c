import { Link } from '@tanstack/react-router';
import { Archive, ArchiveRestore, ChartNoAxesColumn, Copy, Pause, Pencil, Play, View } from 'lucide-react';
import type { ReactNode } from 'react';
import { isAllowed, type Entity, type EntityName, type Fields, type Status } from '#model/index.ts';
import type { DimensionKey } from '#reports/index.ts';
import { useUser } from '../frame/session.ts';
import { isSignedOut } from '../lib/query.ts';
import { messageOf } from '../lib/problems.ts';
import { reportOf } from '../reporting/reportLink.ts';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { copyText } from '../ui/copyText.ts';
import type { MenuEntry } from '../ui/Menu.tsx';
import { useToast } from '../ui/ToastProvider.tsx';
import type { RowLink } from './RowLink.ts';
import { statusWords } from './statusWords.ts';
import { usePatchRow, type EntityRow } from './useEntity.ts';

/** The dimension of reports that an entity is. */
const dimensionOf: Partial<Record<EntityName, DimensionKey>> = {
  tag: 'tag',
  channel: 'channel',
  advertiser: 'advertiser',
  subpublisher: 'subpublisher',
  demand: 'account',
};

/** What can be done with one row of a list: its menu, and its status with a way back. */
export function useRowActions(
  entity: Entity<Fields, EntityName>,
  onEdit: (id: number) => void,
  linksOf: (row: EntityRow) => RowLink[],
  extraActions: (row: EntityRow) => MenuEntry[],
) {
  const { role } = useUser();
  const toast = useToast();
  const confirm = useConfirm();
  const patch = usePatchRow(entity);
  const canUpdate = isAllowed(role, entity.name, 'update');
  const one = entity.label.toLowerCase();

  async function change(row: EntityRow, status: Status, isUndo: boolean) {
    const before = row.status ?? 1;
    try {
      await patch.mutateAsync({ id: row.id, change: { status } });
      if (isUndo) return;
      toast.success({
        title: `${entity.label} ${statusWords[status].done}`,
        description: row.name ?? `#${row.id}`,
        action: { label: 'Undo', onClick: () => void change({ ...row, status }, before, true) },
      });
    } catch (error) {
      if (!isSignedOut(error)) toast.error({ title: 'Error on save', description: messageOf(error) });
    }
  }

  async function setStatus(row: EntityRow, status: Status) {
    const isArchiving = status === 2;
    const mayGo =
      !isArchiving ||
      (await confirm({
        title: `Archive ${row.name ?? `#${row.id}`}?`,
        description: `1 ${one} stops serving and leaves the lists. It stays in reports and can be activated again.`,
        confirmLabel: 'Archive',
        danger: true,
      }));
    if (mayGo) await change(row, status, false);
  }

  async function copyId(row: EntityRow) {
    const isDone = await copyText(String(row.id));
    if (isDone) toast.info({ title: 'ID copied', description: String(row.id) });
    else toast.error({ title: 'The browser refused to copy', description: String(row.id) });
  }

  function actionsOf(row: EntityRow): MenuEntry[] {
    const dimension = dimensionOf[entity.name];
    const report = dimension && reportOf({ dim: dimension, op: 'in', values: [row.id] }, { dims: 'day' });
    return [
      ...(report
        ? ([
            {
              kind: 'link',
              id: 'report',
              label: 'Report',
              icon: <ChartNoAxesColumn />,
              link: <Link to="/report" search={report} />,
            },
          ] as const)
        : []),
      ...extraActions(row),
      { id: 'id', label: 'Copy ID', icon: <Copy />, onSelect: () => void copyId(row) },
      ...(canUpdate ? statusActions(row) : []),
    ];
  }

  function statusActions(row: EntityRow): MenuEntry[] {
    const to = (status: Status, label: string, icon: ReactNode, danger = false): MenuEntry => {
      return { id: `status${status}`, label, icon, danger, onSelect: () => void setStatus(row, status) };
    };
    const separator: MenuEntry = { kind: 'separator', id: 'status' };
    if (row.status === 2) return [separator, to(1, 'Activate again', <ArchiveRestore />)];
    return [
      separator,
      row.status === 0 ? to(1, 'Activate', <Play />) : to(0, 'Pause', <Pause />),
      to(2, 'Archive…', <Archive />, true),
    ];
  }

  /** The menu of a row in the list: the same, with the way into it first. */
  function listActionsOf(row: EntityRow): MenuEntry[] {
    const edit: MenuEntry = {
      id: 'edit',
      label: canUpdate ? 'Edit' : 'View',
      icon: canUpdate ? <Pencil /> : <View />,
      onSelect: () => onEdit(row.id),
    };
    const links = linksOf(row).map(({ label, icon, to, search }): MenuEntry => {
      return { kind: 'link', id: to, label, icon, link: <Link to={to} search={search} /> };
    });
    return [edit, ...links, ...actionsOf(row)];
  }

  return { actionsOf, listActionsOf, setStatus, canUpdate };
}
