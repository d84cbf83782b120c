import { ListPlus, X } from 'lucide-react';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ListedKind } from './listedKinds.ts';

/** Formats a count with its noun: "1 app", "12 apps". */
export function countOfInventory(count: number, { one, noun }: Pick<ListedKind, 'one' | 'noun'>): string {
  return `${formatCount(count)} ${count === 1 ? one : noun}`;
}

/** The bar of actions for the selected rows, over the foot of the table. */
export function ChosenBar({
  count,
  inventory,
  onAdd,
  onClear,
}: {
  count: number;
  inventory: ListedKind;
  onAdd: () => void;
  onClear: () => void;
}) {
  if (count === 0) return null;
  return (
    <div
      className="pointer-events-none absolute inset-x-0 bottom-14 z-20 flex justify-center px-4 max-xl:justify-start"
      data-print="hide"
    >
      <div
        role="toolbar"
        aria-label={`Actions for the selected ${inventory.noun}`}
        className="pointer-events-auto flex items-center gap-2 rounded-xl border border-line-strong bg-raised py-1.5 pr-1.5 pl-4 shadow-modal"
      >
        <span aria-live="polite" className="tnum text-sm font-medium whitespace-nowrap">
          {countOfInventory(count, inventory)} selected
        </span>
        <span aria-hidden className="mx-1 h-5 w-px bg-line-strong" />
        <Button size="sm" icon={<ListPlus />} onClick={onAdd}>
          Add to list…
        </Button>
        <IconButton size="sm" label="Clear selection" icon={<X />} onClick={onClear} />
      </div>
    </div>
  );
}
