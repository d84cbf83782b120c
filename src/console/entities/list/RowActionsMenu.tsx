import type { Entity, EntityName, Fields } from '#model/index.ts';
import { RowMenu, type MenuEntry } from '../../ui/overlay/Menu.tsx';
import type { RowLink } from '../RowLink.ts';
import type { EntityRow } from '../useEntity.ts';
import { useRowActions } from '../useRowActions.tsx';

/** The row whose menu is open, and the element it opens at. */
export interface OpenRowMenu {
  row: EntityRow;
  anchor: Element | { x: number; y: number };
}

/** The menu of a list's rows: one for all rows, loaded with the first that is opened. */
export function RowActionsMenu({
  entity,
  menu,
  linksOf,
  moreActions,
  onEdit,
  onClose,
}: {
  entity: Entity<Fields, EntityName>;
  menu: OpenRowMenu | null;
  linksOf: (row: EntityRow) => RowLink[];
  moreActions: (row: EntityRow) => MenuEntry[];
  onEdit: (id: number) => void;
  onClose: () => void;
}) {
  const { listActionsOf, dialogs } = useRowActions(entity, onEdit, linksOf, moreActions);
  return (
    <>
      <RowMenu
        label={menu ? `Actions for ${menu.row.name ?? `#${menu.row.id}`}` : 'Actions'}
        anchor={menu?.anchor ?? null}
        onClose={onClose}
        items={menu ? listActionsOf(menu.row) : []}
      />
      {dialogs}
    </>
  );
}
