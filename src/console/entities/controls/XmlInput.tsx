import type { Ref } from 'react';
import { TextArea } from '../../ui/field/TextArea.tsx';
import { asText } from '../form/asText.ts';
import type { InputProps } from './inputProps.ts';

/** Markup in a wide monospaced box. */
export function XmlInput({ name, value, onChange, onBlur, ref, isReadOnly }: InputProps) {
  return (
    <TextArea
      ref={ref as Ref<HTMLTextAreaElement>}
      mono
      name={name}
      rows={14}
      value={asText(value)}
      readOnly={isReadOnly}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
