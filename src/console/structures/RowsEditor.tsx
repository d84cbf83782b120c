import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { faultsWithin, type StructureFaults } from './structureFaults.ts';
import type { StructureProps } from './StructureProps.ts';

/** Props of a row's renderer. */
interface RowParts<T> {
  index: number;
  /** Faults of the row, by field. */
  faults: StructureFaults;
  /** Returns the accessible label of a field in this row. */
  labelOf: (what: string) => string;
  change: (part: Partial<T>) => void;
}

interface RowsEditorProps<T> extends StructureProps<readonly T[]> {
  label: string;
  /** Singular noun of a row. */
  noun: string;
  addLabel: string;
  /** Grid classes of a row. */
  grid: string;
  headings: readonly string[];
  /** The row that Add appends; null when the maximum is reached. */
  next: T | null;
  /** Returns the selector of the control to focus in a new row, by its index. */
  focusOn: (index: number) => string;
  children: (row: T, parts: RowParts<T>) => ReactNode;
}

/** An editor of rows with a remove button each and an add button below. */
export function RowsEditor<T extends object>({
  value,
  onChange,
  isReadOnly,
  faults = {},
  label,
  noun,
  addLabel,
  grid,
  headings,
  next,
  focusOn,
  children,
}: RowsEditorProps<T>) {
  const { box, expectRow } = useAddedRow(value.length);
  return (
    <div ref={box} className="flex flex-col gap-2">
      {value.length > 0 ? (
        <ul aria-label={label} className="flex flex-col gap-2">
          <li aria-hidden className={`${grid} text-xs text-muted`}>
            {headings.map((heading, at) => (
              <span key={at}>{heading}</span>
            ))}
          </li>
          {value.map((row, index) => (
            <li key={index} className={`${grid} items-start`}>
              {children(row, {
                index,
                faults: faultsWithin(faults, index),
                labelOf: (what) => `${what} of ${noun} ${index + 1}`,
                change: (part) => onChange(value.map((each, at) => (at === index ? { ...each, ...part } : each))),
              })}
              {isReadOnly ? null : (
                <IconButton
                  label={`Remove ${noun} ${index + 1}`}
                  icon={<Trash2 />}
                  onClick={() => onChange(value.filter((_, at) => at !== index))}
                />
              )}
            </li>
          ))}
        </ul>
      ) : isReadOnly ? (
        <p className="text-sm text-muted">None.</p>
      ) : null}
      {isReadOnly || next === null ? null : (
        <Button
          size="sm"
          icon={<Plus />}
          className="self-start"
          onClick={() => {
            expectRow(focusOn(value.length));
            onChange([...value, next]);
          }}
        >
          {addLabel}
        </Button>
      )}
    </div>
  );
}

/**
 * Moves the focus into a row that was just added. Attach `box` to the rows' container, and call `expectRow` with the
 * selector of the control to focus before adding the row.
 */
function useAddedRow(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const awaited = useRef<{ count: number; selector: string } | null>(null);
  useEffect(() => {
    if (awaited.current === null || count < awaited.current.count) return;
    box.current?.querySelector<HTMLElement>(awaited.current.selector)?.focus();
    awaited.current = null;
  });
  function expectRow(selector: string) {
    awaited.current = { count: count + 1, selector };
  }
  return { box, expectRow };
}
