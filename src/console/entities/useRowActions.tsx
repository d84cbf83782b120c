import { Link } from '@tanstack/react-router';
import {
  Archive,
  ArchiveRestore,
  ChartNoAxesColumn,
  Copy,
  ExternalLink,
  Pause,
  Pencil,
  Play,
  View,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Entity, EntityName, Fields, Status } from '#model/index.ts';
import type { DimensionKey } from '#reports/index.ts';
import { useUser } from '../frame/session.ts';
import { isSignedOut } from '../lib/query.ts';
import { messageOf } from '../lib/problems.ts';
import { reportOf } from '../reporting/reportLink.ts';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { copyText } from '../ui/copyText.ts';
import type { MenuEntry } from '../ui/Menu.tsx';
import { useToast } from '../ui/ToastProvider.tsx';
import { pageOf } from './entityPages.ts';
import type { RowLink } from './RowLink.ts';
import { canChangeRow } from './rowRights.ts';
import { archivingWords, statusWords } from './statusWords.ts';
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
  const user = useUser();
  const toast = useToast();
  const confirm = useConfirm();
  const patch = usePatchRow(entity);
  const page = pageOf(entity.name);

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
        // A name of another script turns nothing but itself; one without spaces breaks where it must.
        title: (
          <>
            Archive <bdi className="wrap-anywhere">{row.name ?? `#${row.id}`}</bdi>?
          </>
        ),
        description: archivingWords(entity, false),
        confirmLabel: 'Archive',
        danger: true,
      }));
    if (mayGo) await change(row, status, false);
  }

  async function copy(what: string, text: string) {
    if (await copyText(text)) toast.info({ title: `${what} copied`, description: text });
    else toast.error({ title: 'The browser refused to copy', description: text });
  }

  function copyActions(row: EntityRow): MenuEntry[] {
    const entry = (id: string, what: string, text: string): MenuEntry => {
      return { id, label: `Copy ${what}`, icon: <Copy />, onSelect: () => void copy(what, text) };
    };
    const { uid } = entity.fields;
    return [entry('id', 'ID', String(row.id)), ...(uid && row.uid ? [entry('uid', uid.label, row.uid)] : [])];
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
      ...copyActions(row),
      ...(canChangeRow(entity, row, user) ? statusActions(row) : []),
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
    const canChange = canChangeRow(entity, row, user);
    const edit: MenuEntry = {
      id: 'edit',
      label: canChange ? 'Edit' : 'View',
      icon: canChange ? <Pencil /> : <View />,
      onSelect: () => onEdit(row.id),
    };
    const links = linksOf(row).map(({ label, icon, to, search }): MenuEntry => {
      return { kind: 'link', id: to, label, icon, link: <Link to={to} search={search} /> };
    });
    const inNewTab: MenuEntry[] = page
      ? [
          {
            kind: 'link',
            id: 'tab',
            label: 'Open in new tab',
            icon: <ExternalLink />,
            href: `${page}?open=${row.id}`,
            target: '_blank',
          },
        ]
      : [];
    return [edit, ...inNewTab, ...links, ...actionsOf(row)];
  }

  return { actionsOf, listActionsOf, setStatus };
}
