import { limitMetrics, limitPacings, limitPeriods, type Limit } from '#model/index.ts';
import { Field } from '../ui/field/Field.tsx';
import { NumberField } from '../ui/field/NumberField.tsx';
import { Select } from '../ui/picker/Select.tsx';
import { metricLabels, nextLimit, pacingLabels, periodLabels } from './limitText.ts';
import { RowsEditor } from './RowsEditor.tsx';
import { readNumber, type TypedNumber } from './readNumber.ts';
import type { StructureProps } from './StructureProps.ts';

type TypedLimit = Omit<Limit, 'value'> & { value: TypedNumber };

const metrics = limitMetrics.map((value) => ({ value, label: metricLabels[value] }));
const periods = limitPeriods.map((value) => ({ value, label: periodLabels[value] }));
const pacings = limitPacings.map((value) => ({ value, label: pacingLabels[value] }));

const grid = 'grid grid-cols-[1fr_1.1fr_1fr_1fr_2rem] gap-2';

/** Editor of caps as rows. */
export function LimitsEditor(props: StructureProps<readonly TypedLimit[]>) {
  const { value, isReadOnly } = props;
  const next = nextLimit(value);
  const shared = { readOnly: isReadOnly, className: 'w-full' };
  return (
    <RowsEditor
      {...props}
      label="Caps"
      noun="cap"
      addLabel="Add cap"
      grid={grid}
      headings={['Metric', 'Maximum', 'Per', 'Pacing']}
      next={next && { ...next, value: '' }}
      // A new row focuses its amount, as its counter is preset.
      focusOn={(index) => `input[name="limits.${index}.value"]`}
    >
      {(limit, { index, faults, labelOf, change }) => (
        <>
          <Field labelHidden label={labelOf('Metric')} error={faults['metric']}>
            <Select {...shared} options={metrics} value={limit.metric} onChange={(metric) => change({ metric })} />
          </Field>
          <Field labelHidden label={labelOf('Maximum')} error={faults['value']}>
            <NumberField
              name={`limits.${index}.value`}
              value={String(limit.value)}
              decimals={limit.metric === 'spend'}
              readOnly={isReadOnly}
              {...(limit.metric === 'spend' ? { prefix: '$' } : {})}
              onChange={(text) => change({ value: readNumber(text) })}
            />
          </Field>
          <Field labelHidden label={labelOf('Period')} error={faults['period']}>
            <Select {...shared} options={periods} value={limit.period} onChange={(period) => change({ period })} />
          </Field>
          <Field labelHidden label={labelOf('Pacing')} error={faults['pacing']}>
            <Select {...shared} options={pacings} value={limit.pacing} onChange={(pacing) => change({ pacing })} />
          </Field>
        </>
      )}
    </RowsEditor>
  );
}
