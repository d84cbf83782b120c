import { multiplierDimensions, type Multiplier } from '#model/buying/shapes.ts';
import { Field } from '../ui/field/Field.tsx';
import { NumberField } from '../ui/field/NumberField.tsx';
import { Select } from '../ui/picker/Select.tsx';
import { MultiplierValue } from './MultiplierValue.tsx';
import { RowsEditor } from './RowsEditor.tsx';
import { readNumber, type TypedNumber } from './readNumber.ts';
import type { StructureProps } from './StructureProps.ts';

type TypedMultiplier = Omit<Multiplier, 'factor'> & { factor: TypedNumber };

const grid = 'grid grid-cols-[1fr_1fr_1fr_2rem] gap-2';
const maxMultipliers = 200;

/** Editor of bid multipliers as rows. */
export function MultipliersEditor(props: StructureProps<readonly TypedMultiplier[]>) {
  const { value: rows, isReadOnly } = props;
  const next = { dimension: rows.at(-1)?.dimension ?? 'country', value: '', factor: 1 } as const;
  return (
    <RowsEditor
      {...props}
      label="Multipliers"
      noun="multiplier"
      addLabel="Add multiplier"
      grid={grid}
      headings={['Dimension', 'Value', 'Multiplier']}
      next={rows.length < maxMultipliers ? next : null}
      focusOn={() => 'li:last-child button'}
    >
      {({ dimension, value, factor }, { index, faults, labelOf, change }) => (
        <>
          <Field labelHidden label={labelOf('Dimension')} error={faults['dimension']}>
            <Select
              className="w-full"
              options={multiplierDimensions}
              value={dimension}
              readOnly={isReadOnly}
              onChange={(next) => change({ dimension: next, value: '' })}
            />
          </Field>
          <Field labelHidden label={labelOf('Value')} error={faults['value']}>
            <MultiplierValue
              key={dimension}
              name={`multipliers.${index}.value`}
              dimension={dimension}
              value={value}
              isReadOnly={isReadOnly}
              onChange={(next) => change({ value: next })}
            />
          </Field>
          <Field
            labelHidden
            label={labelOf('Factor')}
            error={faults['factor']}
            hint={factor === 0 ? 'No bid' : undefined}
          >
            <NumberField
              name={`multipliers.${index}.factor`}
              value={String(factor)}
              prefix="×"
              readOnly={isReadOnly}
              onChange={(text) => change({ factor: readNumber(text) })}
            />
          </Field>
        </>
      )}
    </RowsEditor>
  );
}
