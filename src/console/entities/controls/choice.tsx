import type { Ref } from 'react';
import { Select } from '../../ui/Select.tsx';
import type { InputProps } from './inputProps.ts';

/** One value of a closed list; a status is one of three. */
export function ChoiceInput({ name, field, value, onChange, onBlur, ref, isReadOnly }: InputProps) {
  const options = (field.choices ?? []).map((choice) => ({ value: choice.value, label: choice.label }));
  return (
    <Select
      ref={ref as Ref<HTMLButtonElement>}
      name={name}
      options={options}
      value={typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : null}
      onChange={onChange}
      onBlur={onBlur}
      readOnly={isReadOnly}
    />
  );
}
