import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../../../../ui/cx.ts';
import { moveKey } from './moveKey.ts';

const buttonClass =
  'inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-pressed hover:text-ink disabled:opacity-50';

/** The selected keys in order. They can be moved by dragging or with buttons, and removed. */
export function ChosenKeys({
  label,
  items,
  min,
  onChange,
}: {
  label: string;
  items: readonly { key: string; label: string }[];
  /** Minimum number of keys. */
  min: number;
  onChange: (keys: string[]) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  /** The button that was pressed, to restore its focus after its row has moved. */
  const [pressed, setPressed] = useState<{ key: string; step: -1 | 1 } | null>(null);
  const keys = items.map(({ key }) => key);

  useEffect(() => {
    if (!pressed) return;
    const row = list.current?.children[items.findIndex(({ key }) => key === pressed.key)];
    const [up, down] = row?.querySelectorAll<HTMLButtonElement>('button[data-move]') ?? [];
    const wanted = pressed.step === -1 ? up : down;
    // At either end its button is disabled, so the other button gets the focus.
    (wanted?.disabled ? (wanted === up ? down : up) : wanted)?.focus();
  }, [pressed, items]);

  function move(key: string, step: -1 | 1) {
    setPressed({ key, step });
    onChange(moveKey(keys, key, keys.indexOf(key) + step));
  }

  return (
    <ol
      ref={list}
      aria-label={`${label} in order`}
      className="flex max-h-40 flex-col overflow-y-auto rounded-md border"
    >
      {items.map((item, index) => (
        <li
          key={item.key}
          draggable={items.length > 1}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', item.label);
            setDragged(item.key);
          }}
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            if (dragged !== item.key) onChange(moveKey(keys, dragged, index));
          }}
          onDrop={(event) => event.preventDefault()}
          onDragEnd={() => setDragged(null)}
          className={cx(
            'flex h-7 shrink-0 items-center gap-1 border-b px-1 text-sm last:border-b-0',
            dragged === item.key && 'bg-selected',
          )}
        >
          <GripVertical aria-hidden className="size-3.5 shrink-0 cursor-grab text-faint" />
          <span className="min-w-0 flex-1 truncate">{item.label}</span>
          <button
            type="button"
            data-move
            aria-label={`Move ${item.label} up`}
            disabled={index === 0}
            onClick={() => move(item.key, -1)}
            className={buttonClass}
          >
            <ArrowUp aria-hidden className="size-3.5" />
          </button>
          <button
            type="button"
            data-move
            aria-label={`Move ${item.label} down`}
            disabled={index === items.length - 1}
            onClick={() => move(item.key, 1)}
            className={buttonClass}
          >
            <ArrowDown aria-hidden className="size-3.5" />
          </button>
          <button
            type="button"
            aria-label={`Remove ${item.label}`}
            disabled={items.length <= min}
            onClick={() => onChange(keys.filter((key) => key !== item.key))}
            className={buttonClass}
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ol>
  );
}
