import { ChevronsDownUp, ChevronsUpDown, Search } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { IconButton } from '../IconButton.tsx';
import { TreeView } from './TreeView.tsx';
import { findItems, rowsOf, stateOf, withLeaves } from './treeModel.ts';
import type { Tree, TreeItem } from './treeModel.ts';

export type TreePanelProps = {
  tree: Tree;
  value: readonly string[];
  onChange: (value: string[]) => void;
  readOnly: boolean;
  /** Accessible name of the tree. */
  label: string;
  searchLabel: string;
};

/** Returns a copy of the set with the key added, or removed if it was there. */
function flip(keys: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Search, tree and counts of a TreePicker. */
export function TreePanel({ tree, value, onChange, readOnly, label, searchLabel }: TreePanelProps) {
  const chosen = useMemo(() => new Set(value), [value]);
  const [query, setQuery] = useState('');
  // Partly selected parents start expanded, so that the selection is visible.
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(tree.items.filter((item) => stateOf(item, chosen) === 'some').map(({ key }) => key)),
  );
  // While searching, parents of hits are expanded; these are the ones toggled by the user.
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const view = useRef<HTMLDivElement>(null);

  const found = useMemo(() => findItems(tree, query), [tree, query]);
  const rows = useMemo(() => {
    const isOpen = ({ key }: TreeItem) => (found ? found.open.has(key) !== flipped.has(key) : open.has(key));
    return rowsOf(tree, found, isOpen);
  }, [tree, found, open, flipped]);
  const hasParents = tree.items.some((item) => !item.isLeaf);
  const isAnyOpen = rows.some((row) => row.isExpanded);
  const matching = found ? found.leaves : tree.leaves;
  const chosenHere = matching.reduce((sum, leaf) => sum + Number(chosen.has(leaf)), 0);

  function search(text: string) {
    setQuery(text);
    view.current?.scrollTo({ top: 0 });
    setFlipped(new Set());
    setActiveKey(findItems(tree, text)?.hits.values().next().value?.key ?? null);
  }
  function setExpanded(items: readonly TreeItem[], expand: boolean) {
    const turned = items.filter((item) => !item.isLeaf).map(({ key }) => key);
    if (found) {
      const next = new Set(flipped);
      for (const key of turned) {
        if (found.open.has(key) === expand) next.delete(key);
        else next.add(key);
      }
      setFlipped(next);
    } else {
      const next = new Set(open);
      for (const key of turned) {
        if (expand) next.add(key);
        else next.delete(key);
      }
      setOpen(next);
    }
  }
  function toggle(item: TreeItem) {
    if (!readOnly) onChange(withLeaves(value, item.leaves, stateOf(item, chosen) !== 'all'));
  }

  return (
    <div className="flex flex-col">
      <div className="flex items-center gap-2 border-b pr-1 pl-2.5">
        <Search aria-hidden className="size-3.5 shrink-0 text-muted" />
        <input
          type="text"
          aria-label={searchLabel}
          placeholder="Search…"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => search(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && query !== '') {
              event.preventDefault();
              event.stopPropagation();
              search('');
            } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
              event.preventDefault();
              view.current?.focus();
            }
          }}
          className="h-9 min-w-0 flex-1 bg-transparent text-sm outline-none"
        />
        {hasParents ? (
          <IconButton
            size="sm"
            label={isAnyOpen ? 'Collapse all' : 'Expand all'}
            icon={isAnyOpen ? <ChevronsDownUp aria-hidden /> : <ChevronsUpDown aria-hidden />}
            onClick={() => setExpanded(tree.items, !isAnyOpen)}
          />
        ) : null}
      </div>
      {rows.length === 0 ? (
        <p role="status" className="px-3 py-3 text-sm text-muted">
          No matches.
        </p>
      ) : (
        <TreeView
          ref={view}
          label={label}
          rows={rows}
          chosen={chosen}
          hits={found?.hits ?? null}
          activeKey={activeKey}
          onActive={setActiveKey}
          onToggle={toggle}
          onExpand={(item) => (found ? setFlipped(flip(flipped, item.key)) : setOpen(flip(open, item.key)))}
          onExpandMany={(items) => setExpanded(items, true)}
          readOnly={readOnly}
        />
      )}
      <div className="flex min-h-9 items-center justify-between gap-2 border-t bg-sunken py-1 pr-1 pl-3">
        <span role="status" className="tnum text-xs text-muted">
          {found ? `${chosenHere} of ${matching.length} matching selected` : `${value.length} selected`}
        </span>
        {readOnly ? null : (
          <span className="flex items-center gap-1">
            <Button
              size="sm"
              variant="ghost"
              disabled={chosenHere === matching.length}
              onClick={() => onChange(withLeaves(value, matching, true))}
            >
              {found ? 'Select all matching' : 'Select all'}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              disabled={found ? chosenHere === 0 : value.length === 0}
              onClick={() => onChange(found ? withLeaves(value, matching, false) : [])}
            >
              {found ? 'Clear matching' : 'Clear'}
            </Button>
          </span>
        )}
      </div>
    </div>
  );
}
