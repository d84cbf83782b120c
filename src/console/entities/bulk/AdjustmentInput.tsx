import type { Field as ModelField } from '#model/index.ts';
import { Field } from '../../ui/field/Field.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import type { AdjustmentDraft, EditDraft } from './editDrafts.ts';

/** By how much numbers change, and how the results are rounded and limited. */
export function AdjustmentInput({
  field: { kind, unit },
  draft,
  onChange,
}: {
  field: ModelField;
  draft: EditDraft;
  onChange: (draft: EditDraft) => void;
}) {
  const { adjustment } = draft;
  const change = (part: Partial<AdjustmentDraft>) => onChange({ ...draft, adjustment: { ...adjustment, ...part } });
  const number = (name: 'by' | 'roundTo' | 'min' | 'max') => (
    <TextField
      value={adjustment[name]}
      inputMode="decimal"
      autoComplete="off"
      className="tnum"
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <SegmentedControl
          label="Direction"
          value={adjustment.sign}
          onChange={(sign) => change({ sign })}
          options={[
            { value: '+', label: 'Increase' },
            { value: '-', label: 'Decrease' },
          ]}
        />
        <SegmentedControl
          label="By"
          value={adjustment.unit}
          onChange={(next) => change({ unit: next })}
          options={[
            { value: 'percent', label: '%' },
            { value: 'amount', label: amountLabel(kind, unit) },
          ]}
        />
        <Field label="By" required className="w-28">
          {number('by')}
        </Field>
      </div>
      <div className="grid grid-cols-3 gap-3">
        <Field label="Round to">{number('roundTo')}</Field>
        <Field label="Min">{number('min')}</Field>
        <Field label="Max">{number('max')}</Field>
      </div>
    </div>
  );
}

/** The unit of an amount, as short as a button needs. */
function amountLabel(kind: ModelField['kind'], unit: string | undefined): string {
  if (kind === 'money') return '$';
  return kind === 'percent' ? 'Points' : (unit ?? 'Number');
}
