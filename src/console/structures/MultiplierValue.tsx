import type { Multiplier } from '#model/buying/shapes.ts';
import { countries } from '#model/reference/countries.ts';
import { devices } from '#model/reference/devices.ts';
import { operatingSystems } from '#model/reference/operatingSystems.ts';
import { environments } from '#model/supply/environments.ts';
import { useSharedList } from '../lib/lists.ts';
import { Combobox } from '../ui/picker/Combobox.tsx';
import type { Option } from '../ui/picker/option.ts';
import { Select } from '../ui/picker/Select.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { hourText } from './multiplierText.ts';

/** The choices of each dimension's values; sites and apps are typed. */
const choices: Partial<Record<Multiplier['dimension'], readonly Option[]>> = {
  country: countries.map(({ id, name }) => ({ value: id, label: name, note: id })),
  device: devices.map(({ id, label }) => ({ value: id, label })),
  os: operatingSystems.map(({ id, label }) => ({ value: id, label })),
  environment: environments.map(({ value, label }) => ({ value, label })),
  hour: Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) })),
};

const placeholders: Partial<Record<Multiplier['dimension'], string>> = {
  site: 'news.example',
  app: 'com.example.app',
};

interface ValueProps {
  /** Name of the input, by which a new row is focused. */
  name: string;
  dimension: Multiplier['dimension'];
  value: string;
  onChange: (value: string) => void;
  isReadOnly: boolean;
}

/** The value of a multiplier, selected or typed depending on its dimension. */
export function MultiplierValue(props: ValueProps) {
  const { name, dimension, value, onChange, isReadOnly } = props;
  if (dimension === 'supplier') return <SupplierValue {...props} />;
  const options = choices[dimension];
  if (!options) {
    return (
      <TextField
        name={name}
        value={value}
        readOnly={isReadOnly}
        placeholder={isReadOnly ? undefined : placeholders[dimension]}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => {
          if (value.trim() !== value) onChange(value.trim());
        }}
      />
    );
  }
  const shared = { value: value === '' ? null : value, readOnly: isReadOnly, className: 'w-full' };
  return dimension === 'country' || dimension === 'hour' ? (
    <Combobox {...shared} options={options} clearable={false} onChange={(chosen) => onChange(chosen ?? '')} />
  ) : (
    <Select {...shared} options={options} onChange={onChange} />
  );
}

function SupplierValue({ value, onChange, isReadOnly }: ValueProps) {
  const list = useSharedList('suppliers');
  const options = (list.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  if (value !== '' && !options.some((option) => option.value === value)) {
    options.unshift({ value, label: `#${value}` });
  }
  return (
    <Combobox
      className="w-full"
      options={options}
      value={value === '' ? null : value}
      clearable={false}
      readOnly={isReadOnly}
      emptyText={list.isPending ? 'Loading…' : 'No matches.'}
      onRetry={list.isError ? () => void list.refetch() : undefined}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
