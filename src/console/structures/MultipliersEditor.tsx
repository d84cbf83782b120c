import { Plus, Trash2 } from 'lucide-react';
import { multiplierDimensions, type Multiplier } from '#model/buying/shapes.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { MultiplierValue } from './MultiplierValue.tsx';
import { readNumber, type TypedNumber } from './readNumber.ts';
import { faultsWithin } from './structureFaults.ts';
import type { StructureProps } from './StructureProps.ts';
import { useAddedRow } from './useAddedRow.ts';

type TypedMultiplier = Omit<Multiplier, 'factor'> & { factor: TypedNumber };

const row = 'grid grid-cols-[1fr_1fr_1fr_2rem] gap-2';
const mostMultipliers = 200;

/** Multipliers of bids as rows to edit. */
export function MultipliersEditor({
  value,
  onChange,
  isReadOnly,
  faults = {},
}: StructureProps<readonly TypedMultiplier[]>) {
  const { box, expectRow } = useAddedRow(value.length);
  const change = (index: number, part: Partial<TypedMultiplier>) =>
    onChange(value.map((each, at) => (at === index ? { ...each, ...part } : each)));

  return (
    <div ref={box} className="flex flex-col gap-2">
      {value.length > 0 ? (
        <ul aria-label="Multipliers" className="flex flex-col gap-2">
          <li aria-hidden className={`${row} text-xs text-muted`}>
            <span>Where</span>
            <span>is</span>
            <span>Times</span>
          </li>
          {value.map((multiplier, index) => {
            const { dimension, factor } = multiplier;
            const ofRow = faultsWithin(faults, index);
            const labelOf = (what: string) => `${what} of multiplier ${index + 1}`;
            return (
              <li key={index} className={`${row} items-start`}>
                <Field labelHidden label={labelOf('Dimension')} error={ofRow['dimension']}>
                  <Select
                    className="w-full"
                    options={multiplierDimensions}
                    value={dimension}
                    readOnly={isReadOnly}
                    onChange={(next) => change(index, { dimension: next, value: '' })}
                  />
                </Field>
                <Field labelHidden label={labelOf('Value')} error={ofRow['value']}>
                  <MultiplierValue
                    key={dimension}
                    name={`multipliers.${index}.value`}
                    dimension={dimension}
                    value={multiplier.value}
                    isReadOnly={isReadOnly}
                    onChange={(next) => change(index, { value: next })}
                  />
                </Field>
                <Field
                  labelHidden
                  label={labelOf('Factor')}
                  error={ofRow['factor']}
                  hint={factor === 0 ? 'No bid' : undefined}
                >
                  <NumberField
                    name={`multipliers.${index}.factor`}
                    value={String(factor)}
                    prefix="×"
                    readOnly={isReadOnly}
                    onChange={(text) => change(index, { factor: readNumber(text) })}
                  />
                </Field>
                {isReadOnly ? null : (
                  <IconButton
                    label={`Remove multiplier ${index + 1}`}
                    icon={<Trash2 />}
                    onClick={() => onChange(value.filter((_, at) => at !== index))}
                  />
                )}
              </li>
            );
          })}
        </ul>
      ) : isReadOnly ? (
        <p className="text-sm text-muted">None.</p>
      ) : null}
      {isReadOnly || value.length >= mostMultipliers ? null : (
        <Button
          size="sm"
          icon={<Plus />}
          className="self-start"
          onClick={() => {
            expectRow('li:last-child button');
            onChange([...value, { dimension: value.at(-1)?.dimension ?? 'country', value: '', factor: 1 }]);
          }}
        >
          Add multiplier
        </Button>
      )}
    </div>
  );
}
