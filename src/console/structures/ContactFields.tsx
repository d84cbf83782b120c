import type { Contact } from '#model/index.ts';
import { Field } from '../ui/field/Field.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import type { StructureProps } from './StructureProps.ts';

const fields = [
  { name: 'firstName', label: 'First name', max: 100, type: 'text' },
  { name: 'lastName', label: 'Last name', max: 100, type: 'text' },
  { name: 'position', label: 'Position', max: 100, type: 'text', isWide: true },
  { name: 'contactPhone', label: 'Contact phone', max: 50, type: 'tel' },
  { name: 'mobilePhone', label: 'Mobile phone', max: 50, type: 'tel' },
  { name: 'contactEmail', label: 'Contact email', max: 254, type: 'email' },
  { name: 'personalEmail', label: 'Personal email', max: 254, type: 'email' },
] as const;

/** One contact: seven fields, side by side where there is room. */
export function ContactFields({ value, onChange, isReadOnly, faults = {} }: StructureProps<Contact>) {
  return (
    <div className="grid grid-cols-1 items-start gap-x-4 gap-y-4 sm:grid-cols-2">
      {fields.map((field) => (
        <Field
          key={field.name}
          label={field.label}
          error={faults[field.name]}
          className={'isWide' in field ? 'sm:col-span-2' : ''}
        >
          <TextField
            name={`${value.type}.${field.name}`}
            type={field.type}
            value={value[field.name]}
            maxLength={field.max}
            readOnly={isReadOnly}
            autoComplete="off"
            onChange={(event) => onChange({ ...value, [field.name]: event.currentTarget.value })}
            onBlur={() => {
              const trimmed = value[field.name].trim();
              if (trimmed !== value[field.name]) onChange({ ...value, [field.name]: trimmed });
            }}
          />
        </Field>
      ))}
    </div>
  );
}
