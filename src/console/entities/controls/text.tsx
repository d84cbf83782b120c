import type { Ref } from 'react';
import { TextArea } from '../../ui/field/TextArea.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { asText } from '../form/asText.ts';
import type { InputProps } from './inputProps.ts';

/** What a column of a database calls a line; longer texts are written over several. */
const lineLength = 255;

/** A line of text, or several for what may be longer than a line. */
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
