import { Field } from '../ui/field/Field.tsx';
import { Select } from '../ui/picker/Select.tsx';
import type { CsvColumn } from './guessHeadings.ts';

/** Assigns the headings of a CSV file to columns. */
export function CsvColumns<Key extends string>({
  columns,
  headings,
  value,
  onChange,
}: {
  columns: readonly CsvColumn<Key>[];
  headings: readonly string[];
  /** Heading by column; '' = none. */
  value: Record<Key, string>;
  onChange: (value: Record<Key, string>) => void;
}) {
  const offered = [...new Set(headings)].filter((heading) => heading !== '');
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {columns.map(({ key, label, isNeeded }) => (
        <Field key={key} label={label} required={isNeeded}>
          <Select
            options={[
              { value: '', label: isNeeded ? 'Choose…' : 'None' },
              ...offered.map((heading) => ({ value: heading, label: heading })),
            ]}
            value={value[key]}
            onChange={(heading) => onChange({ ...value, [key]: heading })}
          />
        </Field>
      ))}
    </div>
  );
}
