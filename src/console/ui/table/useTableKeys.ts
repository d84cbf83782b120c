import type { RowId } from './column.ts';
import { useShortcuts } from '../shortcuts.tsx';

export type TableKeys = {
  /** IDs of the shown rows, in order. */
  ids: readonly RowId[];
  /** The row with the keyboard focus; pass it to DataTable as activeId too. */
  activeId: RowId | null;
  onActive: (id: RowId) => void;
  onToggle?: (id: RowId) => void;
  onEdit?: (id: RowId) => void;
  enabled?: boolean;
};

/** j and k move between rows, x selects, e edits. Everything is also possible with the mouse. */
export function useTableKeys({ ids, activeId, onActive, onToggle, onEdit, enabled = true }: TableKeys): void {
  function move(step: 1 | -1) {
    const at = activeId === null ? -1 : ids.indexOf(activeId);
    const next = ids[at === -1 ? (step === 1 ? 0 : ids.length - 1) : Math.min(ids.length - 1, Math.max(0, at + step))];
    if (next !== undefined) onActive(next);
  }
  function onCurrent(act: ((id: RowId) => void) | undefined) {
    return () => {
      if (activeId !== null && ids.includes(activeId)) act?.(activeId);
    };
  }
  useShortcuts({ j: () => move(1), k: () => move(-1), x: onCurrent(onToggle), e: onCurrent(onEdit) }, enabled);
}
