import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { faultsWithin, type StructureFaults } from './structureFaults.ts';
import type { StructureProps } from './StructureProps.ts';
import { useAddedRow } from './useAddedRow.ts';

/** What the fields of one row are made with. */
interface RowParts<T> {
  index: number;
  /** Faults of the row, by its fields. */
  faults: StructureFaults;
  /** The name of a field for those who hear it. */
  labelOf: (what: string) => string;
  change: (part: Partial<T>) => void;
}

interface RowsEditorProps<T> extends StructureProps<readonly T[]> {
  label: string;
  /** What one row is called. */
  noun: string;
  addLabel: string;
  /** Classes of the grid that a row is. */
  grid: string;
  headings: readonly string[];
  /** The row that is added next; null when there may be no more. */
  next: T | null;
  /** What of a new row has the focus first, by its place. */
  focusOn: (index: number) => string;
  children: (row: T, parts: RowParts<T>) => ReactNode;
}

/** Rows to edit: each with its fields and what removes it, and below them what adds another. */
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
