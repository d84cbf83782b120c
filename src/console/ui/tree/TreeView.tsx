import { ChevronRight } from 'lucide-react';
import { useId, useImperativeHandle, useRef, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import '../../styles/parts.css';
import { stateOf, typeAhead } from './treeModel.ts';
import type { TreeItem, TreeRow } from './treeModel.ts';
import { useRowWindow } from '../table/useRowWindow.ts';
import { cx } from '../cx.ts';

export type TreeViewProps = {
  label: string;
  rows: readonly TreeRow[];
  chosen: ReadonlySet<string>;
  /** Items that match the search; the others only show where the matches are. */
  hits: ReadonlySet<TreeItem> | null;
  /** The row with the keyboard focus; the first row when it is not visible. */
  activeKey: string | null;
  onActive: (key: string) => void;
  onToggle: (item: TreeItem) => void;
  onExpand: (item: TreeItem) => void;
  onExpandMany: (items: TreeItem[]) => void;
  readOnly: boolean;
  /** Ref of the focusable element. */
  ref?: Ref<HTMLDivElement>;
};

const ROW_PX = 28;
const PAD_PX = 4;
/** Letters typed within this time belong to one word of type-ahead. */
const TYPE_AHEAD_MS = 700;

const ARIA_CHECKED = { none: false, some: 'mixed', all: true } as const;

/** A virtualized tree of checkboxes; the focus stays on the tree element. */
export function TreeView({
  label,
  rows,
  chosen,
  hits,
  activeKey,
  onActive,
  onToggle,
  onExpand,
  onExpandMany,
  readOnly,
  ref,
}: TreeViewProps) {
  const id = useId();
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { start, end, scrollToRow } = useRowWindow({
    scroller,
    count: rows.length,
    rowPx: ROW_PX,
    lead: PAD_PX,
    enabled: true,
  });
  const typed = useRef({ text: '', at: 0 });
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(ref, () => scroller, [scroller]);
  const active = Math.max(
    0,
    rows.findIndex(({ item }) => item.key === activeKey),
  );
  const current = rows[active];

  function goTo(index: number) {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!row) return;
    onActive(row.item.key);
    scrollToRow(rows.indexOf(row));
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (!current || event.altKey || event.ctrlKey || event.metaKey) return;
    const { item, isExpanded } = current;
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / ROW_PX) - 1);
    const moves: Record<string, () => void> = {
      ArrowDown: () => goTo(active + 1),
      ArrowUp: () => goTo(active - 1),
      PageDown: () => goTo(active + page),
      PageUp: () => goTo(active - page),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      ArrowRight: () => {
        if (isExpanded) goTo(active + 1);
        else if (!item.isLeaf) onExpand(item);
      },
      ArrowLeft: () => {
        if (isExpanded) onExpand(item);
        else if (item.level > 1) goTo(rows.findLastIndex((row, at) => at < active && row.item.level < item.level));
      },
      ' ': () => onToggle(item),
      Enter: () => onToggle(item),
      '*': () => onExpandMany(rows.filter((row) => row.item.parent === item.parent).map((row) => row.item)),
    };
    const word = event.timeStamp - typed.current.at < TYPE_AHEAD_MS ? typed.current.text : '';
    const next = event.key.length === 1 ? typeAhead(rows, active, word + event.key) : -1;
    // A space within a type-ahead word is part of the word.
    const move = event.key === ' ' && word !== '' && next >= 0 ? undefined : moves[event.key];
    if (move) move();
    else if (event.key.length === 1) {
      typed.current = { text: word + event.key, at: event.timeStamp };
      if (next >= 0) goTo(next);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const shown = rows.slice(start, end).map((row, offset) => ({ row, index: start + offset }));
  // Assistive technology follows the active row by its ID, so it stays rendered however far the tree is scrolled.
  if (current && (active < start || active >= end)) shown.push({ row: current, index: active });
  return (
    <div
      ref={setScroller}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={current ? `${id}${current.item.key}` : undefined}
      onKeyDown={onKeyDown}
      className="group/tree max-h-[min(20rem,calc(var(--available-height)-5rem))] overflow-y-auto overscroll-contain outline-none"
    >
      <div role="presentation" className="relative" style={{ height: rows.length * ROW_PX + 2 * PAD_PX }}>
        {shown.map(({ row: { item, isExpanded, setSize, posInSet }, index }) => (
          <div
            key={item.key}
            id={`${id}${item.key}`}
            role="treeitem"
            aria-level={item.level}
            aria-setsize={setSize}
            aria-posinset={posInSet}
            aria-expanded={item.isLeaf ? undefined : isExpanded}
            aria-checked={ARIA_CHECKED[stateOf(item, chosen)]}
            aria-disabled={readOnly || undefined}
            data-current={index === active ? '' : undefined}
            onClick={() => {
              onActive(item.key);
              onToggle(item);
            }}
            className="absolute inset-x-1 top-0 flex items-center gap-2 rounded-sm pr-2 text-sm outline-offset-[-2px] outline-ring select-none group-focus-visible/tree:data-current:bg-hover group-focus-visible/tree:data-current:outline-2 hover:bg-hover"
            style={{
              height: ROW_PX,
              transform: `translateY(${PAD_PX + index * ROW_PX}px)`,
              paddingLeft: (item.level - 1) * 20,
            }}
          >
            <span
              aria-hidden
              onClick={(event) => {
                if (item.isLeaf) return;
                event.stopPropagation();
                onActive(item.key);
                onExpand(item);
              }}
              className={cx(
                '-mr-1 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted',
                !item.isLeaf && 'hover:text-ink',
              )}
            >
              {item.isLeaf ? null : (
                <ChevronRight className={cx('size-3.5 transition-transform duration-100', isExpanded && 'rotate-90')} />
              )}
            </span>
            <span aria-hidden className="check-mark" />
            <span className={cx('min-w-0 truncate', hits && !hits.has(item) && 'text-muted')}>{item.label}</span>
            {item.isLeaf ? null : (
              <span aria-hidden className="tnum ml-auto shrink-0 text-xs text-muted">
                {item.leaves.length}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
