import { useState, type Ref } from 'react';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { useNewRow } from '../create/useNewRow.tsx';
import { useNames } from '../useNames.ts';
import type { InputProps } from './inputProps.ts';

/** A reference to a row of another entity, found by name or created in place. */
export function ReferenceInput({ field, value, onChange, onBlur, ref, isReadOnly, refName, values }: InputProps) {
  const chosen = typeof value === 'number' ? value : null;
  const target = field.target ?? '';
  const list = useNames(target);
  const [created, setCreated] = useState<{ id: number; name: string }>();
  const { creation, drawer } = useNewRow(target, {
    values,
    onCreated: ({ id, name }) => {
      setCreated({ id, name: name ?? `#${id}` });
      onChange(id);
    },
  });
  const items = (list.data ?? []).filter((item) => item.status !== 2 || item.id === chosen);
  const options = items.map(({ id, name, status }) => ({
    value: id,
    label: name,
    ...(status === 0 ? { note: 'Paused' } : {}),
  }));
  if (chosen !== null && !options.some((option) => option.value === chosen)) {
    const known = created?.id === chosen ? created.name : refName;
    options.unshift({ value: chosen, label: known ?? `#${chosen}` });
  }
  return (
    <>
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
        creation={isReadOnly || !values ? undefined : creation}
        onRetry={list.isError ? () => void list.refetch() : undefined}
      />
      {drawer}
    </>
  );
}
