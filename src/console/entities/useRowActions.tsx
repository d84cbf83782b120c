import { Link } from '@tanstack/react-router';
import {
  Archive,
  ArchiveRestore,
  Ban,
  ChartNoAxesColumn,
  Copy,
  CopyPlus,
  ExternalLink,
  Pause,
  Pencil,
  Play,
  View,
} from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { isCloneable } from '#model/entity/clone.ts';
import { type Entity, type EntityName, type Fields, mayDo, type Status } from '#model/index.ts';
import { dimensionOfEntity } from '#reports/dimensions/dimensionOfEntity.ts';
import { canCutOff } from '../cutoffs/canCutOff.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import { isPageInRole } from '../frame/navigation/pageScopes.ts';
import { useUser } from '../frame/session.ts';
import { reportOf } from '../reports/reportLink.ts';
import { copyText } from '../ui/copyText.ts';
import type { MenuEntry } from '../ui/overlay/Menu.tsx';
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { pageFor, pageOf } from '#model/entity/entityPages.ts';
import type { RowLink } from './RowLink.ts';
import { canChangeRow } from './rowRights.ts';
import { useRowStatus } from './useRowStatus.tsx';
import type { EntityRow } from './useEntity.ts';

const CutoffDialog = lazyChunk(() => import('../cutoffs/CutoffDialog.tsx'), 'CutoffDialog');
const CloneDialog = lazyChunk(() => import('./clone/CloneDialog.tsx'), 'CloneDialog');

/** The actions of a row, for its menu in the list and in the drawer. Render `dialogs` with them. */
export function useRowActions(
  entity: Entity<Fields, EntityName>,
  onEdit: (id: number) => void,
  allLinksOf: (row: EntityRow) => RowLink[],
  extraActions: (row: EntityRow) => MenuEntry[],
) {
  const user = useUser();
  const toast = useToast();
  const setStatus = useRowStatus(entity);
  const page = pageOf(entity.name);
  const [cloned, setCloned] = useState<EntityRow | null>(null);
  const [cut, setCut] = useState<EntityRow | null>(null);

  const linksOf = (row: EntityRow) => allLinksOf(row).filter(({ entity }) => !entity || pageFor(entity, user));

  async function copy(what: string, text: string) {
    if (await copyText(text)) toast.info({ title: `${what} copied`, description: text });
    else toast.error({ title: 'The browser blocked copying', description: text });
  }

  function copyActions(row: EntityRow): MenuEntry[] {
    const entry = (id: string, what: string, text: string): MenuEntry => {
      return { id, label: `Copy ${what}`, icon: <Copy />, onSelect: () => void copy(what, text) };
    };
    const { uid } = entity.fields;
    return [entry('id', 'ID', String(row.id)), ...(uid && row.uid ? [entry('uid', uid.label, row.uid)] : [])];
  }

  /** Opens the clone dialog; undefined when the user may not clone the row. Accounts cannot clone platform lists. */
  function cloneOf(row: EntityRow): (() => void) | undefined {
    const isOffered = isCloneable(entity) && mayDo(user, entity.name, 'create') && canChangeRow(entity, row, user);
    return isOffered ? () => setCloned(row) : undefined;
  }

  function cloneActions(row: EntityRow): MenuEntry[] {
    const clone = cloneOf(row);
    return clone ? [{ id: 'clone', label: 'Clone…', icon: <CopyPlus />, onSelect: clone }] : [];
  }

  /** Whether the user's role includes the page to which an entry leads; true for entries that lead to no page. */
  function isInRole(entry: MenuEntry): boolean {
    if (entry.kind !== 'link' || !entry.link) return true;
    return isPageInRole(user, String((entry.link.props as { to?: unknown }).to));
  }

  function actionsOf(row: EntityRow): MenuEntry[] {
    // Reports group deals by deal ID, not by row.
    const dimension = entity.name === 'deal' ? undefined : dimensionOfEntity(entity.name);
    const report = dimension && reportOf({ dim: dimension, op: 'in', values: [row.id] }, { dims: 'day' });
    const entries: MenuEntry[] = [
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
      ...cloneActions(row),
      ...(canChangeRow(entity, row, user) ? statusActions(row) : []),
      ...cutoffActions(row),
    ];
    return entries.filter(isInRole);
  }

  function cutoffActions(row: EntityRow): MenuEntry[] {
    if (!canCutOff(entity.name, user)) return [];
    return [{ id: 'cutoff', label: 'Cut off…', icon: <Ban />, danger: true, onSelect: () => setCut(row) }];
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

  /** The menu of a row in the list: Open, followed by the actions. */
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

  const cutObject =
    cut && canCutOff(entity.name, user) ? { kind: entity.name, id: cut.id, name: cut.name ?? `#${cut.id}` } : null;
  const dialogs = (
    <Suspense fallback={null}>
      {cloned ? (
        <CloneDialog
          key={cloned.id}
          entity={entity}
          target={{ ids: [cloned.id] }}
          count={1}
          name={cloned.name ?? `#${cloned.id}`}
          onClose={() => setCloned(null)}
        />
      ) : null}
      {cutObject ? <CutoffDialog object={cutObject} onClose={() => setCut(null)} /> : null}
    </Suspense>
  );

  return { actionsOf, linksOf, listActionsOf, cloneOf, dialogs };
}
