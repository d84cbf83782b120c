import type { Ref } from 'react';
import { isInDollars } from '../../lib/format.ts';
import { NumberField } from '../../ui/field/NumberField.tsx';
import { asText } from '../form/asText.ts';
import type { InputProps } from './inputProps.ts';

/** A whole number, percentage or amount with its unit. */
export function NumberInput({ name, field, value, onChange, onBlur, ref, isReadOnly }: InputProps) {
  return (
    <NumberField
      ref={ref as Ref<HTMLInputElement>}
      name={name}
      value={asText(value)}
      onChange={onChange}
      onBlur={onBlur}
      decimals={field.kind !== 'integer'}
      readOnly={isReadOnly}
      {...(field.unit ? { suffix: <span className="text-xs">{field.unit}</span> } : {})}
      {...(field.kind === 'money' && isInDollars(field.unit) ? { prefix: '$' } : {})}
      {...(field.isNullable ? { placeholder: 'Not set' } : {})}
    />
  );
}
