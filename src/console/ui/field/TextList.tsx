import { Search } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { Ref } from 'react';
import { Button } from '../Button.tsx';
import { CopyButton } from '../CopyButton.tsx';
import { useFieldControl } from './Field.tsx';
import type { ControlProps } from './Field.tsx';
import { TextListRows } from './TextListRows.tsx';
import { addTexts, addedText } from './textListModel.ts';
import { cx } from '../cx.ts';

export type TextListProps = ControlProps & {
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Called when the input loses the focus; its remaining text has been added by then. */
  onBlur?: () => void;
  name?: string;
  /** Ref of the input. */
  ref?: Ref<HTMLInputElement>;
  /** Singular and plural of entries: ['domain', 'domains']. */
  nouns?: readonly [string, string];
  placeholder?: string;
  /** Pattern of entries, with its own anchors. Text that does not match stays in the input. */
  pattern?: RegExp;
  /** Error for text that does not match: "Write domains without https://." */
  patternMessage?: string;
  /** Normalizes a trimmed entry, such as to lower case. */
  normalize?: (text: string) => string;
  disabled?: boolean;
  readOnly?: boolean;
  mono?: boolean;
  'aria-label'?: string;
  className?: string;
};

/** Longer lists have a search. */
const FIND_OVER = 20;

/** A list of short texts: typed one by one or pasted by the thousand, searched, removed, copied. */
export function TextList({
  value,
  onChange,
  onBlur,
  name,
  ref,
  nouns = ['entry', 'entries'],
  placeholder,
  pattern,
  patternMessage = 'Some entries have an invalid format.',
  normalize,
  disabled = false,
  readOnly = false,
  mono = false,
  className,
  'aria-label': ariaLabel,
  ...own
}: TextListProps) {
  const { labelId, ...control } = useFieldControl(own);
  const [text, setText] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const [isRefused, setRefused] = useState(false);
  const [find, setFind] = useState('');
  const box = useRef<HTMLInputElement | null>(null);
  const editable = !disabled && !readOnly;
  const canFind = value.length > FIND_OVER;
  const query = canFind ? find.trim().toLowerCase() : '';
  const shown = useMemo(
    () => (query === '' ? value : value.filter((entry) => entry.toLowerCase().includes(query))),
    [value, query],
  );
  const count = (total: number) => `${total.toLocaleString('en-US')} ${nouns[total === 1 ? 0 : 1]}`;

  function add(typed: string) {
    if (typed.trim() === '') return setText('');
    const result = addTexts(value, typed, { normalize, pattern });
    setText(result.refused.join(', '));
    setRefused(result.refused.length > 0);
    setAnnouncement(addedText(result));
    if (result.added > 0) onChange(result.value);
  }
  function remove(entries: readonly string[]) {
    const removedEntries = new Set(entries);
    onChange(value.filter((entry) => !removedEntries.has(entry)));
    setAnnouncement(`${entries.length.toLocaleString('en-US')} removed.`);
  }

  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      {editable ? (
        <div className="flex gap-2">
          <input
            {...control}
            ref={(node) => {
              box.current = node;
              if (typeof ref === 'function') return ref(node);
              if (ref) ref.current = node;
              return undefined;
            }}
            name={name}
            type="text"
            autoComplete="off"
            spellCheck={false}
            aria-label={ariaLabel}
            aria-invalid={isRefused || control['aria-invalid']}
            placeholder={placeholder ?? `Type or paste ${nouns[1]}, separated by commas or new lines`}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setRefused(false);
              setAnnouncement('');
            }}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text');
              if (!/[\r\n,;\t]/.test(pasted)) return;
              event.preventDefault();
              const { selectionStart, selectionEnd } = event.currentTarget;
              add(text.slice(0, selectionStart ?? text.length) + pasted + text.slice(selectionEnd ?? text.length));
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              add(text);
            }}
            onBlur={() => {
              // Typed text that was not added yet would be lost on save.
              if (!isRefused) add(text);
              onBlur?.();
            }}
            className={cx('control-box flex-1', mono && 'font-mono text-xs')}
          />
          <Button onClick={() => add(text)}>Add</Button>
        </div>
      ) : null}
      {isRefused ? (
        <p role="status" className="text-xs text-bad">
          {announcement} {patternMessage}
        </p>
      ) : null}
      <div className={cx('overflow-hidden rounded-md border border-line-strong', readOnly && 'bg-sunken')}>
        <div className="flex min-h-8 items-center gap-1 bg-sunken pr-1 pl-2.5 text-xs text-muted">
          <span role="status" className="tnum min-w-0 flex-1 truncate">
            {query === '' ? count(value.length) : `${shown.length.toLocaleString('en-US')} of ${count(value.length)}`}
            {announcement === '' || isRefused ? null : ` · ${announcement}`}
          </span>
          {value.length > 0 ? <CopyButton text={value.join('\n')} label={`Copy all ${nouns[1]}`} /> : null}
          {editable && value.length > 1 ? (
            <Button
              size="sm"
              variant="ghost"
              disabled={shown.length === 0}
              onClick={() => {
                remove(shown);
                setFind('');
                box.current?.focus();
              }}
            >
              {query === '' ? 'Remove all' : 'Remove found'}
            </Button>
          ) : null}
        </div>
        {canFind ? (
          <div className="flex items-center gap-2 border-t px-2.5 focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-ring">
            <Search aria-hidden className="size-3.5 shrink-0 text-muted" />
            <input
              type="text"
              aria-label={`Find in ${nouns[1]}`}
              placeholder="Find…"
              autoComplete="off"
              spellCheck={false}
              value={find}
              onChange={(event) => {
                setFind(event.currentTarget.value);
                setAnnouncement('');
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.preventDefault();
                if (event.key !== 'Escape' || find === '') return;
                event.preventDefault();
                event.stopPropagation();
                setFind('');
              }}
              className="h-8 min-w-0 flex-1 bg-transparent text-sm outline-none"
            />
          </div>
        ) : null}
        {shown.length > 0 ? (
          <TextListRows
            entries={shown}
            label={ariaLabel ?? `Current ${nouns[1]}`}
            labelledBy={editable ? undefined : labelId}
            mono={mono}
            onRemove={editable ? (entry) => remove([entry]) : null}
            onEmptied={() => box.current?.focus()}
          />
        ) : null}
      </div>
    </div>
  );
}
