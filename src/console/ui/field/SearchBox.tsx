import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Kbd } from '../Kbd.tsx';
import { cx } from '../cx.ts';
import { useShortcuts } from '../shortcuts.tsx';

export type SearchBoxProps = {
  value: string;
  /** Called after a pause in typing, and at once on clear and Enter. */
  onChange: (value: string) => void;
  /** Accessible name: "Search tags". */
  label: string;
  placeholder?: string;
  /** Makes `/` focus this box; use it once per page. */
  shortcut?: boolean;
  delayMs?: number;
  size?: 'sm' | 'md';
  className?: string;
};

/** A search input that reports its text after a pause in typing; `/` focuses it, Escape clears it. */
export function SearchBox({
  value,
  onChange,
  label,
  placeholder = 'Search…',
  shortcut = true,
  delayMs = 150,
  size = 'md',
  className,
}: SearchBoxProps) {
  const [text, setText] = useState(value);
  const lastEmitted = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Follows a change of the URL that was not typed here (back button, saved view).
  useEffect(() => {
    if (value === lastEmitted.current) return;
    lastEmitted.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function emitChange(next: string) {
    clearTimeout(timer.current);
    if (next === lastEmitted.current) return;
    lastEmitted.current = next;
    onChange(next);
  }
  function clear() {
    setText('');
    emitChange('');
    input.current?.focus();
  }
  useShortcuts(
    {
      '/': () => {
        // Not every browser focuses the selected text.
        input.current?.focus();
        input.current?.select();
      },
    },
    shortcut,
  );

  return (
    <span role="search" className={cx('relative inline-flex items-center', className)}>
      <Search aria-hidden className="pointer-events-none absolute left-2.5 size-3.5 text-muted" />
      <input
        ref={input}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-keyshortcuts={shortcut ? '/' : undefined}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => emitChange(next), delayMs);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') emitChange(text);
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            event.stopPropagation();
            clear();
          }
        }}
        className={cx('peer control-box pr-8 pl-8', size === 'sm' && 'h-7 text-xs')}
      />
      {text === '' ? (
        shortcut ? (
          <Kbd className="pointer-events-none absolute right-2 peer-focus:invisible">/</Kbd>
        ) : null
      ) : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="absolute right-1 inline-flex size-6 items-center justify-center rounded-sm text-muted hover:bg-pressed hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}
