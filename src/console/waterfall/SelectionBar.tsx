import { Layers, Pause, Play, Unlink, X } from 'lucide-react';
import { countOf } from '../entities/statusLabels.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../ui/overlay/Menu.tsx';

/** The bar of actions for the selected rows of a waterfall, pinned at its foot. */
export function SelectionBar({
  count,
  noun,
  tiers,
  onEnable,
  onDetach,
  onClear,
}: {
  count: number;
  noun: { label: string; pluralLabel: string };
  tiers: readonly MenuEntry[];
  onEnable: (isEnabled: boolean) => void;
  onDetach: () => void;
  onClear: () => void;
}) {
  return (
    <div className="pointer-events-none sticky bottom-3 z-10 mt-3 flex" data-print="hide">
      <div
        role="toolbar"
        aria-label={`Actions for the selected ${noun.pluralLabel.toLowerCase()}`}
        className="pointer-events-auto flex items-center gap-2 rounded-xl border border-line-strong bg-raised py-1.5 pr-1.5 pl-4 shadow-modal"
      >
        <span aria-live="polite" className="tnum pr-1 text-sm font-medium whitespace-nowrap">
          {countOf(count, noun)} selected
        </span>
        <Menu
          side="top"
          align="start"
          label="Move to tier"
          items={tiers}
          trigger={
            <Button size="sm" icon={<Layers />} disabled={tiers.length === 0}>
              Move to tier
            </Button>
          }
        />
        <Button size="sm" icon={<Play />} onClick={() => onEnable(true)}>
          Enable
        </Button>
        <Button size="sm" icon={<Pause />} onClick={() => onEnable(false)}>
          Pause
        </Button>
        <Button size="sm" icon={<Unlink />} onClick={onDetach}>
          Detach
        </Button>
        <IconButton size="sm" label="Clear selection" icon={<X />} onClick={onClear} />
      </div>
    </div>
  );
}
