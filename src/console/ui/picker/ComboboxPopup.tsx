import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, Plus, Search } from 'lucide-react';
import { useImperativeHandle, useState } from 'react';
import type { Ref } from 'react';
import '../../styles/parts.css';
import { Button } from '../Button.tsx';
import { Spinner } from '../Spinner.tsx';
import type { Option } from './option.ts';
import { useRowWindow } from '../table/useRowWindow.ts';
import { cx } from '../cx.ts';

/** Longer lists render only visible rows. */
export const VIRTUAL_OVER = 200;

/** Scrolls a row of a virtual list into view. */
export type ScrollToRow = (index: number) => void;

const ROW_PX = 28;
const PAD_PX = 4;

type AnyOption = Option<string | number>;

function OptionRow({ option, multiple }: { option: AnyOption; multiple: boolean }) {
  return (
    <>
      {option.isCreation ? (
        <Plus aria-hidden className="size-3.5 shrink-0 text-muted" />
      ) : multiple ? (
        <span aria-hidden className="check-mark" />
      ) : null}
      <span className="min-w-0 truncate">{option.label}</span>
      {option.note ? <span className="ml-auto shrink-0 pl-2 text-xs text-muted">{option.note}</span> : null}
      {multiple || option.isCreation ? null : (
        <Base.ItemIndicator className={cx('shrink-0', !option.note && 'ml-auto')}>
          <Check aria-hidden className="size-3.5" />
        </Base.ItemIndicator>
      )}
    </>
  );
}

function VirtualRows({
  scroller,
  multiple,
  scrollRef,
}: {
  scroller: HTMLDivElement | null;
  multiple: boolean;
  scrollRef: Ref<ScrollToRow>;
}) {
  const items = Base.useFilteredItems<AnyOption>();
  const creation = items.at(-1)?.isCreation ? items.at(-1) : undefined;
  const options = creation ? items.slice(0, -1) : items;
  const { start, end, scrollToRow } = useRowWindow({
    scroller,
    count: options.length,
    rowPx: ROW_PX,
    lead: PAD_PX,
    enabled: true,
  });
  useImperativeHandle(scrollRef, () => scrollToRow, [scrollToRow]);
  const rows = (
    <div role="presentation" className="relative" style={{ height: options.length * ROW_PX + 2 * PAD_PX }}>
      {options.slice(start, end).map((option, offset) => {
        const index = start + offset;
        return (
          <Base.Item
            key={option.value}
            index={index}
            value={option}
            disabled={option.disabled}
            aria-setsize={options.length}
            aria-posinset={index + 1}
            className="popup-item absolute inset-x-0 top-0"
            style={{ height: ROW_PX, transform: `translateY(${PAD_PX + index * ROW_PX}px)` }}
          >
            <OptionRow option={option} multiple={multiple} />
          </Base.Item>
        );
      })}
    </div>
  );
  return (
    <>
      {options.length > 0 ? rows : null}
      {creation ? <CreationRow option={creation} index={options.length} count={items.length} /> : null}
    </>
  );
}

/** The last entry, which stays in view while the list scrolls. In a virtual list with its index and the row count. */
function CreationRow({ option, index, count }: { option: AnyOption; index?: number; count?: number }) {
  return (
    <Base.Item
      {...(index === undefined ? {} : { index, 'aria-setsize': count, 'aria-posinset': index + 1 })}
      value={option}
      className="popup-item popup-creation"
    >
      <OptionRow option={option} multiple={false} />
    </Base.Item>
  );
}

export type ComboboxPopupProps = {
  label: string;
  placeholder: string;
  multiple: boolean;
  virtual: boolean;
  status: 'ready' | 'loading' | 'failed';
  emptyText: string;
  onRetry?: (() => void) | undefined;
  scrollRef: Ref<ScrollToRow>;
};

/** The search box and list of a combobox; internal to Combobox and MultiCombobox. */
export function ComboboxPopup({
  label,
  placeholder,
  multiple,
  virtual,
  status,
  emptyText,
  onRetry,
  scrollRef,
}: ComboboxPopupProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} align="start" className="z-50 outline-none">
        <Base.Popup
          aria-label={label}
          className="popup-box flex w-[max(var(--anchor-width),15rem)] max-w-[var(--available-width)] flex-col overflow-hidden"
        >
          <div className="flex items-center gap-2 border-b px-2.5">
            <Search aria-hidden className="size-3.5 shrink-0 text-muted" />
            <Base.Input
              aria-label={`Search: ${label}`}
              placeholder={placeholder}
              className="h-8 min-w-0 flex-1 bg-transparent text-sm outline-none"
            />
            {status === 'loading' ? <Spinner size="sm" className="text-muted" /> : null}
          </div>
          <Base.Status className="text-xs text-muted not-empty:px-3 not-empty:py-2">
            {status === 'failed' ? 'The list could not be loaded. Type again to retry.' : null}
          </Base.Status>
          {onRetry ? (
            <p className="flex items-center justify-between gap-3 px-3 py-2 text-sm text-muted">
              The list could not be loaded.
              <Button size="sm" onClick={onRetry}>
                Try again
              </Button>
            </p>
          ) : null}
          <Base.Empty className="text-sm text-muted not-empty:px-3 not-empty:py-3">
            {onRetry ? null : status === 'ready' ? emptyText : status === 'loading' ? 'Searching…' : null}
          </Base.Empty>
          <Base.List
            ref={setScroller}
            aria-label={label}
            className={cx(
              'max-h-[min(18rem,calc(var(--available-height)-2.5rem))] overflow-y-auto overscroll-contain outline-none',
              virtual ? 'px-1' : 'scroll-py-1 p-1 data-empty:p-0',
            )}
          >
            {virtual ? (
              <VirtualRows scroller={scroller} multiple={multiple} scrollRef={scrollRef} />
            ) : (
              (option: AnyOption) =>
                option.isCreation ? (
                  <CreationRow key={option.value} option={option} />
                ) : (
                  <Base.Item key={option.value} value={option} disabled={option.disabled} className="popup-item">
                    <OptionRow option={option} multiple={multiple} />
                  </Base.Item>
                )
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** Scrolls the highlighted row of a virtual list into view; `onItemHighlighted` of both comboboxes. */
export function scrollToHighlight(scrollToRow: ScrollToRow | null, details: { reason: string; index: number }): void {
  if (!scrollToRow || details.index < 0) return;
  if (details.reason === 'none' || details.reason === 'keyboard') queueMicrotask(() => scrollToRow(details.index));
}
