import { ChevronsUpDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Ref } from 'react';
import { useFieldControl } from '../field/Field.tsx';
import type { ControlProps } from '../field/Field.tsx';
import { Popover } from '../overlay/Popover.tsx';
import { TreePanel } from './TreePanel.tsx';
import { chosenLabels, buildTree } from './treeModel.ts';
import type { TreeNode } from './treeModel.ts';
import { cx } from '../cx.ts';

export type TreePickerProps = ControlProps & {
  /** Must be stable between renders: a new array rebuilds the tree. */
  nodes: readonly TreeNode[];
  /** IDs of the selected leaves. IDs without a node stay selected and are shown as they are. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Called when the panel closes. */
  onBlur?: () => void;
  /** Ref of the button that shows the selection. */
  ref?: Ref<HTMLButtonElement>;
  placeholder?: string;
  /** Accessible name of the search box: "Search countries". */
  searchLabel?: string;
  /** Number of names on the button before "+n". */
  maxNames?: number;
  disabled?: boolean;
  /** The panel opens for viewing and search, but nothing can be changed. */
  readOnly?: boolean;
  size?: 'sm' | 'md';
  'aria-label'?: string;
  className?: string;
};

/**
 * Selects leaves of a tree. The button summarizes them, a fully selected parent standing for its leaves; the panel has
 * search and checkboxes.
 */
export function TreePicker({
  nodes,
  value,
  onChange,
  onBlur,
  ref,
  placeholder = 'Choose…',
  searchLabel = 'Search',
  maxNames = 3,
  disabled = false,
  readOnly = false,
  size = 'md',
  className,
  'aria-label': ariaLabel,
  ...own
}: TreePickerProps) {
  const { labelId, ...control } = useFieldControl(own);
  const [open, setOpen] = useState(false);
  const tree = useMemo(() => buildTree(nodes), [nodes]);
  const names = useMemo(() => chosenLabels(tree, value), [tree, value]);
  const rest = names.length - maxNames;
  const summary = names.slice(0, maxNames).join(', ') + (rest > 0 ? `, +${rest}` : '');
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) onBlur?.();
      }}
      label={ariaLabel ?? searchLabel}
      padding="none"
      className="w-[max(var(--anchor-width),22rem)] overflow-hidden"
      trigger={
        <button
          {...control}
          ref={ref}
          type="button"
          // A button role does not support required, invalid and a value beside its name.
          role="combobox"
          aria-expanded={open}
          aria-haspopup="dialog"
          aria-readonly={readOnly || undefined}
          aria-label={ariaLabel}
          aria-labelledby={ariaLabel ? undefined : labelId}
          disabled={disabled}
          data-readonly={readOnly ? '' : undefined}
          title={names.length > 0 ? names.slice(0, 40).join(', ') : undefined}
          className={cx(
            'control-box inline-flex items-center justify-between gap-2 text-left select-none',
            size === 'sm' && 'h-7 px-2 text-xs',
            className,
          )}
        >
          <span className={cx('min-w-0 flex-1 truncate', value.length === 0 && 'text-faint')}>
            {value.length === 0 ? placeholder : summary}
          </span>
          {value.length > 1 ? (
            <span className="tnum shrink-0 text-xs text-muted">
              {/* A comma after the names, for screen readers. */}
              <span className="sr-only">, </span>
              {value.length} selected
            </span>
          ) : null}
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
        </button>
      }
    >
      <TreePanel
        tree={tree}
        value={value}
        onChange={onChange}
        readOnly={readOnly}
        label={ariaLabel ?? searchLabel}
        searchLabel={searchLabel}
      />
    </Popover>
  );
}

export type { TreeNode } from './treeModel.ts';
