import { Combobox as Base } from '@base-ui/react/combobox';
import { ChevronsUpDown } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { ComboboxPopup, VIRTUAL_OVER, scrollToHighlight } from './ComboboxPopup.tsx';
import type { ScrollToRow } from './ComboboxPopup.tsx';
import { useFieldControl } from '../field/Field.tsx';
import type { ControlProps } from '../field/Field.tsx';
import type { Option } from './option.ts';
import { useOptions } from './useOptions.ts';
import type { LoadOptions } from './useOptions.ts';
import { cx } from '../cx.ts';

/** The last entry of a list, which creates a row that the list lacks. */
export type Creation = {
  /** The kind of row: "advertiser". */
  noun: string;
  /** Called with the typed text when the entry is chosen. */
  onCreate: (text: string) => void;
};

/** Props shared by the comboboxes of one value and of several values. */
export type ComboboxBaseProps<V extends string | number> = ControlProps & {
  /** All options, or with `load` those whose labels are already known (at least the selected ones). */
  options: readonly Option<V>[];
  load?: LoadOptions<V>;
  onBlur?: () => void;
  /** Ref of the trigger button. */
  ref?: Ref<HTMLInputElement> | Ref<HTMLButtonElement>;
  placeholder?: string;
  searchPlaceholder?: string;
  emptyText?: string;
  /** Adds a last entry, such as "New advertiser…", for what the list lacks. */
  creation?: Creation | undefined;
  /** Set when the options failed to load; loads them again. */
  onRetry?: (() => void) | undefined;
  disabled?: boolean;
  readOnly?: boolean;
  size?: 'sm' | 'md';
  'aria-label'?: string;
  className?: string;
};

/**
 * State of a combobox: its options, `rootProps` for Base UI's root (beside value and onValueChange), and its list
 * `popup`.
 */
export function useCombobox<V extends string | number>(
  {
    options: givenOptions,
    load,
    disabled = false,
    readOnly = false,
    searchPlaceholder = 'Search…',
    emptyText = 'No matches.',
    creation,
    onRetry,
    'aria-label': ariaLabel,
  }: ComboboxBaseProps<V>,
  { multiple }: { multiple: boolean },
) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const scrollToRow = useRef<ScrollToRow | null>(null);
  const { options, status } = useOptions(givenOptions, load, query, open);
  const { contains } = Base.useFilter();
  const text = query.trim();
  const noun = creation?.noun;
  const items = useMemo(
    () => (noun === undefined ? options : [...options, creationOption<V>(noun, text)]),
    [options, noun, text],
  );
  const virtual = options.length > VIRTUAL_OVER;
  return {
    options,
    /** Handles the choice of the last entry; false for any other choice. */
    takeCreation: (option: Option<V> | null | undefined): boolean => {
      if (option?.isCreation !== true) return false;
      setOpen(false);
      setQuery('');
      creation?.onCreate(text);
      return true;
    },
    rootProps: {
      items,
      open,
      onOpenChange: (next: boolean) => {
        if (readOnly) return;
        setOpen(next);
        if (!next) setQuery('');
      },
      // Controlled, so that no list opens with the text of an earlier search.
      inputValue: query,
      onInputValueChange: (text: string, details: { reason: string }) =>
        setQuery(details.reason === 'input-change' ? text : ''),
      isItemEqualToValue: (a: Option<V>, b: Option<V>) => a.value === b.value,
      itemToStringLabel: (option: Option<V>) => option.label,
      // With a loader the server filters.
      filter: load
        ? null
        : (option: Option<V>, query: string, toLabel?: (option: Option<V>) => string) =>
            option.isCreation === true || contains(option, query, toLabel),
      // Enter takes the first match.
      autoHighlight: true,
      virtualized: virtual,
      onItemHighlighted: (_option: unknown, details: { reason: string; index: number }) =>
        scrollToHighlight(scrollToRow.current, details),
      disabled,
      readOnly,
    },
    popup: (
      <ComboboxPopup
        label={ariaLabel ?? 'Options'}
        placeholder={searchPlaceholder}
        multiple={multiple}
        virtual={virtual}
        status={status}
        emptyText={emptyText}
        onRetry={onRetry}
        scrollRef={scrollToRow}
      />
    ),
  };
}

/** The last entry of a list: "New advertiser…", or with a typed text "New advertiser “Acme”…". */
function creationOption<V extends string | number>(noun: string, text: string): Option<V> {
  // No option has this value.
  return { value: '\0new' as V, label: text === '' ? `New ${noun}…` : `New ${noun} “${text}”…`, isCreation: true };
}

/** The button of a combobox: shows the selection or the placeholder, and opens the list. */
export function ComboboxTrigger<V extends string | number>({
  props,
  isEmpty,
  className,
  iconClassName = 'shrink-0',
  children,
}: {
  props: ComboboxBaseProps<V>;
  isEmpty: boolean;
  className?: string | false;
  iconClassName?: string;
  children: ReactNode;
}) {
  const {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': invalid,
    'aria-required': required,
    'aria-label': ariaLabel,
    onBlur,
    ref,
    placeholder = 'Choose…',
    size = 'md',
    readOnly = false,
  } = props;
  const { labelId, ...control } = useFieldControl({
    id,
    'aria-describedby': describedBy,
    'aria-invalid': invalid,
    'aria-required': required,
  });
  return (
    <Base.Trigger
      {...control}
      ref={ref as Ref<HTMLButtonElement>}
      aria-label={ariaLabel}
      aria-labelledby={ariaLabel ? undefined : labelId}
      onBlur={onBlur}
      className={cx(
        'control-box inline-flex items-center justify-between gap-2 text-left select-none',
        size === 'sm' && 'h-7 px-2 text-xs',
        className,
      )}
    >
      <span className={cx('tnum truncate', isEmpty && 'text-faint')}>{isEmpty ? placeholder : children}</span>
      {readOnly ? null : <ChevronsUpDown aria-hidden className={cx('size-3.5 text-muted', iconClassName)} />}
    </Base.Trigger>
  );
}
