import { Dialog as Base } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Kbd } from '../Kbd.tsx';
import { Spinner } from '../Spinner.tsx';
import { cx } from '../cx.ts';

export type CommandItem = {
  /** Unique across all groups. */
  id: string;
  label: string;
  /** At the right: a kind, a path, an ID. */
  hint?: ReactNode;
  icon?: ReactNode;
  /** Other words that the caller's search matches; not shown. */
  keywords?: string;
  /** Called after the palette has closed. */
  onSelect: () => void;
};

export type CommandGroup = { heading: string; items: readonly CommandItem[] };

export type CommandPaletteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called with the typed text, and with '' on each opening; the caller searches and passes the groups. */
  onQuery: (query: string) => void;
  /** Returns what was typed before the input had the focus; '' when nothing was. */
  consumeTypedText?: () => string;
  /** Results in order; groups without items are left out. */
  groups: readonly CommandGroup[];
  loading?: boolean;
  /** Accessible name: "Go to". */
  label?: string;
  placeholder?: string;
  /** Shown when nothing matches. */
  empty?: ReactNode;
};

const HINTS = [
  ['↑↓', 'move'],
  ['↵', 'open'],
  ['Esc', 'close'],
] as const;

/** A modal search input with its results: the focus stays in the input, arrows select. */
export function CommandPalette({
  open,
  onOpenChange,
  onQuery,
  consumeTypedText = () => '',
  groups,
  loading = false,
  label = 'Commands',
  placeholder = 'Search…',
  empty = 'No matches.',
}: CommandPaletteProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      onOpenChangeComplete={(next) => {
        if (!next) onQuery('');
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-backdrop transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-start justify-center overflow-hidden p-4 pt-[12vh]">
          <Base.Popup
            aria-label={label}
            className="flex max-h-[60vh] w-full max-w-xl flex-col overflow-hidden rounded-xl border border-line-strong bg-raised shadow-modal transition-[opacity,scale] duration-100 ease-out outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            <Palette
              label={label}
              placeholder={placeholder}
              empty={empty}
              groups={groups}
              loading={loading}
              onQuery={onQuery}
              consumeTypedText={consumeTypedText}
              onDone={(item) => {
                onOpenChange(false);
                item.onSelect();
              }}
            />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function Palette({
  label,
  placeholder,
  empty,
  groups,
  loading,
  onQuery,
  consumeTypedText,
  onDone,
}: Required<Omit<CommandPaletteProps, 'open' | 'onOpenChange'>> & {
  onDone: (item: CommandItem) => void;
}) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [activeId, setActiveId] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const filled = groups.filter((group) => group.items.length > 0);
  const items = filled.flatMap((group) => group.items);
  const active = Math.max(
    0,
    items.findIndex((item) => item.id === activeId),
  );
  const current = items[active];
  const optionId = (item: CommandItem) => `${id}${item.id}`;

  const showActive = useEffectEvent((_id: string | undefined) => {
    if (active === 0) list.current?.scrollTo({ top: 0 });
    else list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => showActive(current?.id), [current?.id]);

  function type(text: string) {
    setQuery(text);
    setActiveId(null);
    onQuery(text);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.altKey || event.shiftKey) return;
    const last = items.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active === 0 ? last : active - 1,
      PageDown: Math.min(last, active + 8),
      PageUp: Math.max(0, active - 8),
      Home: 0,
      End: last,
    };
    const to = steps[event.key];
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (to !== undefined) setActiveId(items[to]?.id ?? null);
    else if (current) onDone(current);
  }

  const announcement = loading ? 'Searching' : items.length === 0 ? '' : `${items.length} found`;
  return (
    <>
      <div className="flex shrink-0 items-center gap-2.5 border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={items.length > 0}
          aria-controls={items.length > 0 ? `${id}list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={current ? optionId(current) : undefined}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={query}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => {
            const typed = consumeTypedText();
            if (typed !== '') type(query + typed);
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
        {loading ? <Spinner className="text-muted" /> : null}
      </div>
      <span role="status" className="sr-only">
        {announcement}
      </span>
      {items.length > 0 ? (
        <div
          ref={list}
          id={`${id}list`}
          role="listbox"
          aria-label={label}
          className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2"
          // A press must not take the focus out of the input.
          onMouseDown={(event) => event.preventDefault()}
        >
          {filled.map((group, at) => (
            <div key={group.heading} role="group" aria-labelledby={`${id}group${at}`}>
              <div id={`${id}group${at}`} className="px-2 pt-2 pb-1 text-2xs font-medium text-muted">
                {group.heading}
              </div>
              {group.items.map((item) => (
                <div
                  key={item.id}
                  id={optionId(item)}
                  role="option"
                  aria-selected={item === current}
                  onMouseMove={() => {
                    if (item !== current) setActiveId(item.id);
                  }}
                  onClick={() => onDone(item)}
                  className={cx('popup-item min-h-8 cursor-pointer', item === current && 'bg-pressed')}
                >
                  {item.icon ? (
                    <span
                      aria-hidden
                      className="flex size-4 shrink-0 items-center justify-center text-muted [&_svg]:size-4"
                    >
                      {item.icon}
                    </span>
                  ) : null}
                  <span className="min-w-0 flex-1 truncate">{item.label}</span>
                  {item.hint ? (
                    <span className="max-w-[45%] shrink-0 truncate text-xs text-muted">{item.hint}</span>
                  ) : null}
                </div>
              ))}
            </div>
          ))}
        </div>
      ) : loading ? (
        <p className="px-4 py-8 text-center text-sm text-muted">Searching…</p>
      ) : (
        <div role="status" className="px-4 py-8 text-center text-sm text-muted">
          {empty}
        </div>
      )}
      <div aria-hidden className="flex shrink-0 items-center gap-4 border-t bg-sunken px-4 py-2 text-2xs text-muted">
        {HINTS.map(([key, meaning]) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <Kbd>{key}</Kbd>
            {meaning}
          </span>
        ))}
      </div>
    </>
  );
}
