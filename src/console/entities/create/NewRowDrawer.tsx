import { useRef, useState } from 'react';
import type { Entity, EntityName, Fields } from '#model/index.ts';
import { membersTab } from '../../lists/membersTab.ts';
import { mediaTabs } from '../../media/mediaTabs.ts';
import { Button } from '../../ui/Button.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { EntityForm } from '../form/EntityForm.tsx';
import type { FormValues } from '../form/formModel.ts';
import type { RowTab } from '../RowTab.ts';
import { useRow, type EntityRow } from '../useEntity.ts';

/** The tabs of new rows that are incomplete without input that the form cannot take. */
const tabsAfter: Partial<Record<EntityName, readonly RowTab[]>> = {
  creative: mediaTabs,
  appList: [membersTab],
  creList: [membersTab],
  pubList: [membersTab],
};

/**
 * A drawer with the form of a new row, over the form or dialog that needs it. It closes once the row is created, except
 * where files or members can be added only then.
 */
export function NewRowDrawer({
  entity,
  preset,
  onCreated,
  onClose,
}: {
  entity: Entity<Fields, EntityName>;
  /** Initial values. */
  preset: FormValues;
  onCreated: (row: EntityRow) => void;
  onClose: () => void;
}) {
  const rowTabs = tabsAfter[entity.name] ?? [];
  const [tab, setTab] = useState<string>();
  const [created, setCreated] = useState<EntityRow | null>(null);
  const { data: row = created } = useRow(entity, created?.id ?? null);
  const body = useRef<HTMLDivElement>(null);

  function accept(saved: EntityRow) {
    if (created) return;
    onCreated(saved);
    const next = rowTabs.find(({ isNextAfterCreate }) => isNextAfterCreate);
    if (!next) return onClose();
    setCreated(saved);
    setTab(next.id);
  }

  return (
    <Drawer
      open
      isNested
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      padding="none"
      initialFocus={body}
      title={row?.name ?? `New ${entity.label.toLowerCase()}`}
      actions={
        row ? (
          <Button size="sm" variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : null
      }
    >
      <div ref={body} tabIndex={-1} className="h-full outline-none">
        <EntityForm
          key={row?.id ?? 'new'}
          entity={entity}
          row={row}
          preset={preset}
          isReadOnly={false}
          rowTabs={rowTabs}
          tab={tab}
          onTab={setTab}
          onSaved={accept}
          onWaiting={onClose}
        />
      </div>
    </Drawer>
  );
}
