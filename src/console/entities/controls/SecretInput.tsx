import type { Ref } from 'react';
import { TextField } from '../../ui/field/TextField.tsx';
import { asText } from '../form/asText.ts';
import type { InputProps } from './inputProps.ts';

/** A password. Stored values are never shown. */
export function SecretInput({ name, value, onChange, onBlur, ref, isReadOnly }: InputProps) {
  return (
    <TextField
      ref={ref as Ref<HTMLInputElement>}
      type="password"
      name={name}
      value={asText(value)}
      autoComplete="new-password"
      readOnly={isReadOnly}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
