import type { Ref } from 'react';
import { MultiCombobox } from '../../ui/picker/MultiCombobox.tsx';
import { asNumbers } from '../form/asList.ts';
import { useNames } from '../useNames.ts';
import type { InputProps } from './inputProps.ts';

/** References to several rows of another entity, found by name. */
export function ReferencesInput({ field, value, onChange, onBlur, ref, isReadOnly }: InputProps) {
  const list = useNames(field.target ?? '');
  const chosen = asNumbers(value);
  const items = (list.data ?? []).filter((item) => item.status !== 2 || chosen.includes(item.id));
  return (
    <MultiCombobox
      ref={ref as Ref<HTMLButtonElement>}
      options={items.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen}
      onChange={onChange}
      onBlur={onBlur}
      readOnly={isReadOnly}
      placeholder="None selected"
      emptyText={list.isPending ? 'Loading…' : 'No matches.'}
      onRetry={list.isError ? () => void list.refetch() : undefined}
    />
  );
}
