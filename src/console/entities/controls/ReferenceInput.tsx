import type { Ref } from 'react';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { useNames } from '../useNames.ts';
import type { InputProps } from './inputProps.ts';

/** A reference to a row of another entity, found by name. */
export function ReferenceInput({ field, value, onChange, onBlur, ref, isReadOnly, refName }: InputProps) {
  const chosen = typeof value === 'number' ? value : null;
  const list = useNames(field.target ?? '');
  const items = (list.data ?? []).filter((item) => item.status !== 2 || item.id === chosen);
  const options = items.map(({ id, name, status }) => ({
    value: id,
    label: name,
    ...(status === 0 ? { note: 'Paused' } : {}),
  }));
  if (chosen !== null && !options.some((option) => option.value === chosen)) {
    options.unshift({ value: chosen, label: refName ?? `#${chosen}` });
  }
  return (
    <Combobox
      ref={ref as Ref<HTMLInputElement>}
      options={options}
      value={chosen}
      onChange={(id) => onChange(id)}
      onBlur={onBlur}
      clearable={field.isNullable === true}
      readOnly={isReadOnly}
      placeholder={field.isNullable ? 'None' : 'Choose…'}
      emptyText={list.isPending ? 'Loading…' : 'No matches.'}
      onRetry={list.isError ? () => void list.refetch() : undefined}
    />
  );
}
