import type { Ref } from 'react';
import { TextField } from '../../ui/TextField.tsx';
import { asText } from '../asText.ts';
import type { InputProps } from './inputProps.ts';

/** A line of text. */
export function TextInput({ name, field, value, onChange, onBlur, ref, isReadOnly }: InputProps) {
  return (
    <TextField
      ref={ref as Ref<HTMLInputElement>}
      name={name}
      value={asText(value)}
      maxLength={field.maxLength}
      readOnly={isReadOnly}
      autoComplete="off"
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
