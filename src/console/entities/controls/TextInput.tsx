import type { Ref } from 'react';
import { TextArea } from '../../ui/field/TextArea.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { asText } from '../form/asText.ts';
import type { InputProps } from './inputProps.ts';

/** Longer texts get a text area. */
const lineLength = 255;

/** A text input, or a text area for fields that can be longer than `lineLength`. */
export function TextInput({ name, field, value, onChange, onBlur, ref, isReadOnly }: InputProps) {
  const common = { name, value: asText(value), maxLength: field.maxLength, readOnly: isReadOnly, onBlur };
  if ((field.maxLength ?? 0) > lineLength) {
    return (
      <TextArea
        {...common}
        ref={ref as Ref<HTMLTextAreaElement>}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextField
      {...common}
      ref={ref as Ref<HTMLInputElement>}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
