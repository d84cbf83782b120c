import { Search } from 'lucide-react';
import { useState } from 'react';
import { TextField } from '../../ui/TextField.tsx';

/** A dimension or metric on offer. */
export interface PickerItem {
  key: string;
  label: string;
  definition: string;
  group: string;
  /** Why it cannot be chosen now. */
  why?: string | undefined;
}

/** What is on offer, what is chosen of it, and how much may be. */
export interface KeyListProps {
  /** What is chosen: "Dimensions". */
  label: string;
  items: readonly PickerItem[];
  chosen: readonly string[];
  onChange: (keys: string[]) => void;
  /** Fewest and most that may be chosen. */
  least: number;
  most: number;
}

/** The dimensions or metrics on offer with their definitions, found by typing. */
export function KeyList({ label, items, chosen, onChange, least, most }: KeyListProps) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const shown = items.filter(({ key, label, definition }) =>
    [key, label, definition].some((each) => each.toLowerCase().includes(wanted)),
  );
  const groups = [...new Set(shown.map(({ group }) => group))];

  function toggle(key: string) {
    onChange(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key]);
  }

  return (
    <div className="flex w-96 flex-col gap-2">
      <TextField
        type="search"
        aria-label={`Search ${label.toLowerCase()}`}
        placeholder="Search…"
        prefix={<Search aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="-mx-1 max-h-96 overflow-y-auto overscroll-contain px-1" role="group" aria-label={label}>
        {groups.map((group) => (
          <fieldset key={group} className="pb-1">
            <legend className="px-2 py-1 text-2xs font-medium text-muted">{group}</legend>
            {shown
              .filter((item) => item.group === group)
              .map((item) => (
                <PickerRow
                  key={item.key}
                  item={item}
                  isChosen={chosen.includes(item.key)}
                  isLocked={chosen.includes(item.key) ? chosen.length <= least : chosen.length >= most}
                  onToggle={() => toggle(item.key)}
                />
              ))}
          </fieldset>
        ))}
        {shown.length === 0 ? <p className="px-2 py-3 text-sm text-muted">Nothing matches.</p> : null}
      </div>
    </div>
  );
}

function PickerRow({
  item,
  isChosen,
  isLocked,
  onToggle,
}: {
  item: PickerItem;
  isChosen: boolean;
  isLocked: boolean;
  onToggle: () => void;
}) {
  const isOff = isLocked || (!isChosen && item.why !== undefined);
  return (
    <label className="flex gap-2 rounded-sm px-2 py-1 hover:bg-hover has-disabled:opacity-60">
      <span className="flex h-5 items-center">
        <input type="checkbox" className="check" checked={isChosen} disabled={isOff} onChange={onToggle} />
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="text-sm">{item.label}</span>
        <span className="text-xs text-muted">{isChosen ? item.definition : (item.why ?? item.definition)}</span>
      </span>
    </label>
  );
}
