import type { FrequencyCap } from '#model/buying/shapes.ts';
import { Field } from '../ui/field/Field.tsx';
import { NumberField } from '../ui/field/NumberField.tsx';
import { Select } from '../ui/picker/Select.tsx';
import { unitLabels, viewerLabels } from './frequencyText.ts';
import { RowsEditor } from './RowsEditor.tsx';
import { readNumber, type TypedNumber } from './readNumber.ts';
import type { StructureProps } from './StructureProps.ts';

type TypedCap = Omit<FrequencyCap, 'imps' | 'per'> & { imps: TypedNumber; per: TypedNumber };

const units = Object.entries(unitLabels).map(([value, label]) => ({ value: value as FrequencyCap['unit'], label }));
const viewers = Object.entries(viewerLabels).map(([value, label]) => ({ value: value as FrequencyCap['by'], label }));

const grid = 'grid grid-cols-[1fr_1.1fr_1fr_1fr_2rem] gap-2';
const maxCaps = 5;

/** Editor of frequency caps as rows. */
export function FrequenciesEditor(props: StructureProps<readonly TypedCap[]>) {
  const { value, isReadOnly } = props;
  const shared = { readOnly: isReadOnly, className: 'w-full' };
  return (
    <RowsEditor
      {...props}
      label="Frequency caps"
      noun="cap"
      addLabel="Add frequency cap"
      grid={grid}
      headings={['Impressions', 'Per', '', 'Viewer identified by']}
      next={value.length < maxCaps ? { imps: '', per: 24, unit: 'hours', by: 'device' } : null}
      focusOn={(index) => `input[name="frequencies.${index}.imps"]`}
    >
      {(cap, { index, faults, labelOf, change }) => (
        <>
          <Field labelHidden label={labelOf('Impressions')} error={faults['imps']}>
            <NumberField
              name={`frequencies.${index}.imps`}
              value={String(cap.imps)}
              decimals={false}
              readOnly={isReadOnly}
              onChange={(text) => change({ imps: readNumber(text) })}
            />
          </Field>
          <Field labelHidden label={labelOf('Period length')} error={faults['per']}>
            <NumberField
              name={`frequencies.${index}.per`}
              value={String(cap.per)}
              decimals={false}
              readOnly={isReadOnly}
              onChange={(text) => change({ per: readNumber(text) })}
            />
          </Field>
          <Field labelHidden label={labelOf('Period unit')} error={faults['unit']}>
            <Select {...shared} options={units} value={cap.unit} onChange={(unit) => change({ unit })} />
          </Field>
          <Field labelHidden label={labelOf('Viewer')} error={faults['by']}>
            <Select {...shared} options={viewers} value={cap.by} onChange={(by) => change({ by })} />
          </Field>
        </>
      )}
    </RowsEditor>
  );
}
