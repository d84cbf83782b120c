import { sellerTypes, type Seller } from '#model/index.ts';
import { Field } from '../ui/field/Field.tsx';
import { Select } from '../ui/picker/Select.tsx';
import { Switch } from '../ui/field/Switch.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import type { StructureProps } from './StructureProps.ts';

const types = sellerTypes.map((type) => ({ value: type, label: type }));

/** A sub-publisher's entry in the account's sellers.json. */
export function SellerFields({ value, onChange, isReadOnly, faults = {} }: StructureProps<Seller>) {
  const text = (name: 'name' | 'id', max: number) => (
    <TextField
      name={`seller.${name}`}
      value={value[name]}
      maxLength={max}
      readOnly={isReadOnly}
      autoComplete="off"
      onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
      onBlur={() => {
        if (value[name].trim() !== value[name]) onChange({ ...value, [name]: value[name].trim() });
      }}
    />
  );
  const bit = (name: 'status' | 'confidential') => (
    <Switch
      checked={value[name] === 1}
      aria-readonly={isReadOnly || undefined}
      onChange={(isOn) => {
        if (!isReadOnly) onChange({ ...value, [name]: isOn ? 1 : 0 });
      }}
    />
  );
  return (
    <div className="grid grid-cols-1 items-start gap-x-4 gap-y-4 sm:grid-cols-2">
      <Field label="Type" error={faults['type']}>
        <Select
          options={types}
          value={value.type}
          readOnly={isReadOnly}
          onChange={(type) => onChange({ ...value, type })}
        />
      </Field>
      <Field label="Seller ID" hint="The ID in the supply chain (schain)." error={faults['id']}>
        {text('id', 128)}
      </Field>
      <Field label="Name" error={faults['name']} className="sm:col-span-2">
        {text('name', 255)}
      </Field>
      <Field label="Active" hint="Listed in sellers.json." error={faults['status']}>
        {bit('status')}
      </Field>
      <Field label="Confidential" hint="Name and domain are omitted from sellers.json." error={faults['confidential']}>
        {bit('confidential')}
      </Field>
    </div>
  );
}
