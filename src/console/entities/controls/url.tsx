import type { Ref } from 'react';
import { TextArea } from '../../ui/TextArea.tsx';
import { asText } from '../asText.ts';
import type { InputProps } from './inputProps.ts';

/** A long address: several lines to read it whole, but no line breaks in it. */
export function UrlInput({ name, field, value, onChange, onBlur, ref, isReadOnly }: InputProps) {
  const text = asText(value);
  return (
    <TextArea
      ref={ref as Ref<HTMLTextAreaElement>}
      name={name}
      value={text}
      rows={Math.min(6, Math.max(2, Math.ceil(text.length / 80)))}
      maxLength={field.maxLength}
      readOnly={isReadOnly}
      spellCheck={false}
      inputMode="url"
      placeholder="https://"
      className="font-mono text-xs break-all"
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      onChange={(event) => onChange(event.currentTarget.value.replace(/[\r\n]+/g, ''))}
    />
  );
}
