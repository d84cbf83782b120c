import type { Ref } from 'react';
import { TextList } from '../../ui/field/TextList.tsx';
import { asTexts } from '../form/asList.ts';
import type { InputProps } from './inputProps.ts';

/** A list of short texts, typed one by one or pasted. */
export function TextsInput({ name, field, value, onChange, onBlur, ref, isReadOnly }: InputProps) {
  const item = field.item ?? 'entry';
  return (
    <TextList
      ref={ref as Ref<HTMLInputElement>}
      name={name}
      value={asTexts(value)}
      onChange={onChange}
      onBlur={onBlur}
      nouns={[item, item === 'entry' ? 'entries' : `${item}s`]}
      readOnly={isReadOnly}
    />
  );
}
