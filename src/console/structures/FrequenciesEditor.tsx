import { Plus, Trash2 } from 'lucide-react';
import type { FrequencyCap } from '#model/buying/shapes.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { unitLabels, viewerLabels } from './frequencyWords.ts';
import { readNumber, type TypedNumber } from './readNumber.ts';
import { faultsWithin } from './structureFaults.ts';
import type { StructureProps } from './StructureProps.ts';
import { useAddedRow } from './useAddedRow.ts';

type TypedCap = Omit<FrequencyCap, 'imps' | 'per'> & { imps: TypedNumber; per: TypedNumber };

const units = Object.entries(unitLabels).map(([value, label]) => ({ value: value as FrequencyCap['unit'], label }));
const viewers = Object.entries(viewerLabels).map(([value, label]) => ({ value: value as FrequencyCap['by'], label }));

const row = 'grid grid-cols-[1fr_1.1fr_1fr_1fr_2rem] gap-2';
const mostCaps = 5;

/** Frequency caps as rows to edit. */
export function FrequenciesEditor({ value, onChange, isReadOnly, faults = {} }: StructureProps<readonly TypedCap[]>) {
  const { box, expectRow } = useAddedRow(value.length);
  const change = (index: number, part: Partial<TypedCap>) =>
    onChange(value.map((cap, at) => (at === index ? { ...cap, ...part } : cap)));
  const shared = { readOnly: isReadOnly, className: 'w-full' };

  return (
    <div ref={box} className="flex flex-col gap-2">
      {value.length > 0 ? (
        <ul aria-label="Frequency caps" className="flex flex-col gap-2">
          <li aria-hidden className={`${row} text-xs text-muted`}>
            <span>Impressions</span>
            <span>In</span>
            <span />
            <span>For</span>
          </li>
          {value.map((cap, index) => {
            const ofRow = faultsWithin(faults, index);
            const labelOf = (what: string) => `${what} of cap ${index + 1}`;
            return (
              <li key={index} className={`${row} items-start`}>
                <Field labelHidden label={labelOf('Impressions')} error={ofRow['imps']}>
                  <NumberField
                    name={`frequencies.${index}.imps`}
                    value={String(cap.imps)}
                    decimals={false}
                    readOnly={isReadOnly}
                    onChange={(text) => change(index, { imps: readNumber(text) })}
                  />
                </Field>
                <Field labelHidden label={labelOf('Time')} error={ofRow['per']}>
                  <NumberField
                    name={`frequencies.${index}.per`}
                    value={String(cap.per)}
                    decimals={false}
                    readOnly={isReadOnly}
                    onChange={(text) => change(index, { per: readNumber(text) })}
                  />
                </Field>
                <Field labelHidden label={labelOf('Unit of the time')} error={ofRow['unit']}>
                  <Select {...shared} options={units} value={cap.unit} onChange={(unit) => change(index, { unit })} />
                </Field>
                <Field labelHidden label={labelOf('Viewer')} error={ofRow['by']}>
                  <Select {...shared} options={viewers} value={cap.by} onChange={(by) => change(index, { by })} />
                </Field>
                {isReadOnly ? null : (
                  <IconButton
                    label={`Remove cap ${index + 1}`}
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
      {isReadOnly || value.length >= mostCaps ? null : (
        <Button
          size="sm"
          icon={<Plus />}
          className="self-start"
          onClick={() => {
            expectRow(`input[name="frequencies.${value.length}.imps"]`);
            onChange([...value, { imps: '', per: 24, unit: 'hours', by: 'device' }]);
          }}
        >
          Add frequency cap
        </Button>
      )}
    </div>
  );
}
