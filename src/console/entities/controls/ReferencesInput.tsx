import { useState, type Ref } from 'react';
import { MultiCombobox } from '../../ui/picker/MultiCombobox.tsx';
import { useNewRow } from '../create/useNewRow.tsx';
import { asNumbers } from '../form/asList.ts';
import { useNames } from '../useNames.ts';
import type { InputProps } from './inputProps.ts';
import { useOfferedRows } from './useOfferedRows.ts';

/** References to several rows of another entity, found by name or created in place. */
export function ReferencesInput({ field, value, onChange, onBlur, ref, isReadOnly, values }: InputProps) {
  const target = field.target ?? '';
  const list = useNames(target);
  const chosen = asNumbers(value);
  const [created, setCreated] = useState<readonly { id: number; name: string }[]>([]);
  const { creation, drawer } = useNewRow(target, {
    values,
    onCreated: ({ id, name }) => {
      setCreated([...created, { id, name: name ?? `#${id}` }]);
      onChange([...chosen, id]);
    },
  });
  const offered = useOfferedRows(field, values);
  const isOffered = (id: number) => offered === null || offered.some((row) => row.id === id);
  const listed = (list.data ?? []).filter(({ id, status }) => (status !== 2 && isOffered(id)) || chosen.includes(id));
  // Until the list is loaded again, it lacks the new rows.
  const items = [...listed, ...created.filter(({ id }) => listed.every((item) => item.id !== id))];
  return (
    <>
      <MultiCombobox
        ref={ref as Ref<HTMLButtonElement>}
        options={items.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={onChange}
        onBlur={onBlur}
        readOnly={isReadOnly}
        placeholder="None selected"
        emptyText={list.isPending ? 'Loading…' : (offered?.length === 0 && field.offers?.noneText) || 'No matches.'}
        creation={isReadOnly || !values ? undefined : creation}
        onRetry={list.isError ? () => void list.refetch() : undefined}
      />
      {drawer}
    </>
  );
}
