import { Plus, Trash2 } from 'lucide-react';
import { limitMetrics, limitPacings, limitPeriods, type Limit } from '#model/index.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { metricLabels, nextLimit, pacingLabels, periodLabels } from './limitWords.ts';
import { readNumber, type TypedNumber } from './readNumber.ts';
import { faultsWithin } from './structureFaults.ts';
import type { StructureProps } from './StructureProps.ts';
import { useAddedRow } from './useAddedRow.ts';

type TypedLimit = Omit<Limit, 'value'> & { value: TypedNumber };

const metrics = limitMetrics.map((value) => ({ value, label: metricLabels[value] }));
const periods = limitPeriods.map((value) => ({ value, label: periodLabels[value] }));
const pacings = limitPacings.map((value) => ({ value, label: pacingLabels[value] }));

const row = 'grid grid-cols-[1fr_1.1fr_1fr_1fr_2rem] gap-2';

/** Caps as rows to edit. */
export function LimitsEditor({ value, onChange, isReadOnly, faults = {} }: StructureProps<readonly TypedLimit[]>) {
  const { box, expectRow } = useAddedRow(value.length);
  const next = nextLimit(value);

  const change = (index: number, part: Partial<TypedLimit>) =>
    onChange(value.map((limit, at) => (at === index ? { ...limit, ...part } : limit)));

  return (
    <div ref={box} className="flex flex-col gap-2">
      {value.length > 0 ? (
        <ul aria-label="Caps" className="flex flex-col gap-2">
          <li aria-hidden className={`${row} text-xs text-muted`}>
            <span>What</span>
            <span>Most</span>
            <span>In</span>
            <span>Used up</span>
          </li>
          {value.map((limit, index) => {
            const ofRow = faultsWithin(faults, index);
            const shared = { readOnly: isReadOnly, className: 'w-full' };
            const labelOf = (what: string) => `${what} of cap ${index + 1}`;
            return (
              <li key={index} className={`${row} items-start`}>
                <Field labelHidden label={labelOf('What is counted')} error={ofRow['metric']}>
                  <Select
                    {...shared}
                    options={metrics}
                    value={limit.metric}
                    onChange={(metric) => change(index, { metric })}
                  />
                </Field>
                <Field labelHidden label={labelOf('Most')} error={ofRow['value']}>
                  <NumberField
                    name={`limits.${index}.value`}
                    value={String(limit.value)}
                    decimals={limit.metric === 'spend'}
                    readOnly={isReadOnly}
                    {...(limit.metric === 'spend' ? { prefix: '$' } : {})}
                    onChange={(text) => change(index, { value: readNumber(text) })}
                  />
                </Field>
                <Field labelHidden label={labelOf('Period')} error={ofRow['period']}>
                  <Select
                    {...shared}
                    options={periods}
                    value={limit.period}
                    onChange={(period) => change(index, { period })}
                  />
                </Field>
                <Field labelHidden label={labelOf('Pacing')} error={ofRow['pacing']}>
                  <Select
                    {...shared}
                    options={pacings}
                    value={limit.pacing}
                    onChange={(pacing) => change(index, { pacing })}
                  />
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
      {isReadOnly || !next ? null : (
        <Button
          size="sm"
          icon={<Plus />}
          className="self-start"
          onClick={() => {
            // A new row starts with its amount: what it counts is chosen already.
            expectRow(`input[name="limits.${value.length}.value"]`);
            onChange([...value, { ...next, value: '' }]);
          }}
        >
          Add cap
        </Button>
      )}
    </div>
  );
}
