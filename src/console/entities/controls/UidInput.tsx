import type { Ref } from 'react';
import { TextField } from '../../ui/field/TextField.tsx';
import { asText } from '../form/asText.ts';
import type { InputProps } from './inputProps.ts';

/** The public ID of a row. Read-only. */
export function UidInput({ name, value, ref }: InputProps) {
  return <TextField ref={ref as Ref<HTMLInputElement>} name={name} value={asText(value)} readOnly mono />;
}
