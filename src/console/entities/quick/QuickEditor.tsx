import { useId, useRef, useState } from 'react';
import type { Entity, Field } from '#model/index.ts';
import { CellPopover } from '../../ui/table/CellPopover.tsx';
import { cx } from '../../ui/cx.ts';
import { asText } from '../form/asText.ts';
import { isSameValue } from '../form/isSameValue.ts';
import type { EntityRow } from '../useEntity.ts';
import { readQuickValue } from './quickValue.ts';
import { useQuickSave, type QuickCell } from './useQuickSave.ts';

/**
 * Edits a value in its list cell: Enter saves, Tab saves and moves to the next cell, Escape cancels. It stays mounted,
 * so that a pending save can still report its result.
 */
export function QuickEditor({
  entity,
  rows,
  cell,
  onCell,
}: {
  entity: Entity;
  rows: readonly EntityRow[];
  cell: QuickCell | null;
  onCell: (cell: QuickCell | null) => void;
}) {
  const save = useQuickSave(entity, onCell);
  const row = rows.find(({ id }) => id === cell?.id);
  const field = cell ? entity.fields[cell.field] : undefined;
  const place = cell && elementOf(cell);
  const anchor = place?.closest('td');
  if (!cell || !row || !field || !place || !anchor) return null;
  return (
    <CellInput
      key={`${cell.id} ${cell.field} ${cell.fault ?? ''}`}
      entity={entity}
      row={row}
      name={cell.field}
      field={field}
      cell={cell}
      anchor={anchor}
      place={place}
      onDone={(value, text, step) => {
        onCell(step === 0 ? null : cellBeside(place, step));
        if (!isSameValue(value, row[cell.field])) void save(row, cell.field, value, text);
      }}
      onCancel={() => onCell(null)}
    />
  );
}

function CellInput({
  entity,
  row,
  name,
  field,
  cell,
  anchor,
  place,
  onDone,
  onCancel,
}: {
  entity: Entity;
  row: EntityRow;
  name: string;
  field: Field;
  cell: QuickCell;
  anchor: Element;
  place: HTMLElement;
  /** Called with a valid value, its text, and the direction to move: -1 back, 1 ahead, 0 nowhere. */
  onDone: (value: unknown, text: string, step: -1 | 0 | 1) => void;
  onCancel: () => void;
}) {
  const [text, setText] = useState(cell.draft ?? asText(row[name]));
  const [fault, setFault] = useState(cell.fault);
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const faultId = useId();
  const label = `${field.label} of ${row.name ?? `#${row.id}`}`;

  function done(step: -1 | 0 | 1) {
    const read = readQuickValue(entity, row, name, text);
    if (read.ok) onDone(read.value, text, step);
    else {
      setFault(read.message);
      input.current?.focus();
    }
  }

  const common = {
    ref: input,
    'aria-label': field.unit ? `${label}, ${field.unit}` : label,
    'aria-invalid': fault !== undefined || undefined,
    'aria-describedby': fault === undefined ? undefined : faultId,
    value: text,
    className: cx('control-box h-7 w-full px-2 text-sm', fault !== undefined && 'border-bad-dot'),
    onChange(event: { currentTarget: { value: string } }) {
      setText(event.currentTarget.value);
      setFault(undefined);
    },
  };
  return (
    <CellPopover
      anchor={anchor}
      label={`Change ${label}`}
      initialFocus={input}
      finalFocus={place}
      onClose={(isCanceled) => (isCanceled || text === asText(row[name]) ? onCancel() : done(0))}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          done(0);
        }}
        onKeyDown={(event) => {
          const isEnter = event.key === 'Enter' && field.kind === 'choice';
          if (event.key !== 'Tab' && !isEnter) return;
          event.preventDefault();
          done(isEnter ? 0 : event.shiftKey ? -1 : 1);
        }}
      >
        {field.kind === 'choice' ? (
          <select {...common}>
            {field.choices?.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...common}
            type={field.kind === 'date' ? 'date' : 'text'}
            inputMode={field.kind === 'text' || field.kind === 'date' ? undefined : 'decimal'}
            maxLength={field.maxLength}
            placeholder={field.isNullable ? 'Not set' : undefined}
            autoComplete="off"
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
        {fault === undefined ? null : (
          <p id={faultId} role="alert" className="max-w-60 px-1.5 pt-1 pb-0.5 text-xs text-bad">
            {fault}
          </p>
        )}
      </form>
    </CellPopover>
  );
}

/** The DOM element of an editable cell. */
function elementOf({ id, field }: QuickCell): HTMLElement | null {
  return document.querySelector(`tr[data-id="${id}"] [data-field="${field}"]`);
}

/** The editable cell before or after one in document order; null at the ends. */
function cellBeside(place: HTMLElement, step: -1 | 1): QuickCell | null {
  const all = [...document.querySelectorAll<HTMLElement>('tr[data-id] [data-field]')];
  const next = all[all.indexOf(place) + step];
  const id = Number(next?.closest('tr')?.dataset['id']);
  const field = next?.dataset['field'];
  return field === undefined ? null : { id, field };
}
