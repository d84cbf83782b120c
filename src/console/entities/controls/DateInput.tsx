import type { Ref } from 'react';
import { useUser } from '../../frame/session.ts';
import { useToday } from '../../reports/useNow.ts';
import { DateField } from '../../ui/date/DateField.tsx';
import { asText } from '../form/asText.ts';
import type { InputProps } from './inputProps.ts';

export function DateInput({ name, field, value, onChange, onBlur, ref, isReadOnly }: InputProps) {
  const { timezone } = useUser();
  const today = useToday(timezone);
  return (
    <DateField
      ref={ref as Ref<HTMLInputElement>}
      name={name}
      value={asText(value)}
      onChange={onChange}
      onBlur={onBlur}
      today={today}
      clearable={field.isNullable === true}
      readOnly={isReadOnly}
    />
  );
}
