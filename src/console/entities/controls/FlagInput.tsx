import type { Ref } from 'react';
import { Switch } from '../../ui/field/Switch.tsx';
import type { InputProps } from './inputProps.ts';

export function FlagInput({ name, value, onChange, onBlur, ref, isReadOnly }: InputProps) {
  return (
    <Switch
      ref={ref as Ref<HTMLButtonElement>}
      name={name}
      checked={value === true}
      onChange={onChange}
      onBlur={onBlur}
      disabled={isReadOnly}
    />
  );
}
