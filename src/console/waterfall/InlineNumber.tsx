import { useState } from 'react';
import type { Field } from '#model/index.ts';
import { toInput } from '../entities/form/formModel.ts';
import { normalizeNumber } from '../ui/field/normalizeNumber.ts';

/**
 * A number edited in place: saved on Enter or blur, reverted by Escape. A value that the definition refuses is marked
 * and not sent.
 */
export function InlineNumber({
  label,
  field,
  value,
  placeholder,
  title,
  isReadOnly,
  onSave,
}: {
  label: string;
  field: Field;
  value: string | number | null;
  placeholder?: string;
  /** Tooltip, unless it has a fault. */
  title?: string;
  isReadOnly: boolean;
  onSave: (value: unknown) => void;
}) {
  const stored = value === null ? '' : String(value);
  const [text, setText] = useState(stored);
  const [seen, setSeen] = useState(stored);
  if (seen !== stored) {
    setSeen(stored);
    setText(stored);
  }
  const input = toInput(field, normalizeNumber(text) ?? text);
  const parsed = field.schema().safeParse(input);
  const fault = parsed.success ? undefined : parsed.error.issues[0]?.message;

  function save() {
    if (fault !== undefined) return;
    if (input !== value) onSave(input);
  }

  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={fault === undefined ? undefined : true}
      title={fault ?? title}
      placeholder={placeholder}
      readOnly={isReadOnly}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          save();
        } else if (event.key === 'Escape' && text !== stored) {
          event.preventDefault();
          event.stopPropagation();
          setText(stored);
        }
      }}
      className="control-box tnum h-7 px-1.5 text-right"
    />
  );
}
