import type { Ref } from 'react';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import type { InputProps } from './inputProps.ts';

/** Above this number of choices a combobox with search is rendered. */
const maxInView = 15;

/** One value of a closed list. The choice '' means none. */
export function ChoiceInput({ name, field, value, onChange, onBlur, ref, isReadOnly }: InputProps) {
  const options = (field.choices ?? []).map((choice) => ({ value: choice.value, label: choice.label }));
  if (options.length > maxInView) {
    const none = options.find((option) => option.value === '');
    return (
      <Combobox
        ref={ref as Ref<HTMLButtonElement>}
        options={options.filter((option) => option !== none)}
        value={typeof value === 'string' && value !== '' ? value : null}
        onChange={(chosen) => onChange(chosen ?? '')}
        onBlur={onBlur}
        clearable={none !== undefined}
        readOnly={isReadOnly}
        placeholder={none?.label ?? 'Choose…'}
      />
    );
  }
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
