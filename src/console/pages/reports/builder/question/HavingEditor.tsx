import { useState } from 'react';
import { conditionOps } from '#reports/index.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Combobox } from '../../../../ui/picker/Combobox.tsx';
import { Field } from '../../../../ui/field/Field.tsx';
import { NumberField } from '../../../../ui/field/NumberField.tsx';
import { Select } from '../../../../ui/picker/Select.tsx';
import { havingTexts, readHaving, shiftDecimal, writeHaving, type SearchHaving } from '../url/having.ts';
import type { HavingColumn } from '../result/havingColumns.ts';

interface HavingEditorProps {
  metrics: readonly HavingColumn[];
  /** With value '' while it is not set yet. */
  initial: SearchHaving;
  submitLabel: string;
  onSubmit: (having: SearchHaving) => void;
}

/** Edits one metric filter: metric, operator and value; rates in percent. */
export function HavingEditor({ metrics, initial, submitLabel, onSubmit }: HavingEditorProps) {
  const unitOf = (key: string) => metrics.find((metric) => metric.key === key)?.unit ?? 'count';
  const [metric, setMetric] = useState(initial.metric);
  const [op, setOp] = useState(initial.op);
  const [text, setText] = useState(
    unitOf(initial.metric) === 'ratio' ? (shiftDecimal(initial.value, 2) ?? '') : initial.value,
  );
  const [error, setError] = useState<string>();
  const unit = unitOf(metric);
  return (
    <form
      className="flex w-80 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        const value = unit === 'ratio' ? shiftDecimal(text, -2) : text.trim();
        const having = readHaving(writeHaving({ metric, op, value: value ?? '' }));
        if (having) onSubmit(having);
        else setError('Enter a number with at most 9 decimals');
      }}
    >
      <Field label="Metric">
        <Combobox
          options={metrics.map(({ key, label }) => ({ value: key, label }))}
          value={metric}
          onChange={(next) => {
            if (next === null) return;
            setMetric(next);
            setError(undefined);
          }}
        />
      </Field>
      <div className="grid grid-cols-[1fr_7.5rem] gap-2">
        <Field label="Operator">
          <Select
            options={conditionOps.map((each) => ({ value: each, label: havingTexts[each] }))}
            value={op}
            onChange={setOp}
          />
        </Field>
        <Field label="Value" error={error}>
          <NumberField
            value={text}
            onChange={(next) => {
              setText(next);
              setError(undefined);
            }}
            prefix={unit === 'usd' ? '$' : undefined}
            suffix={unit === 'ratio' ? '%' : undefined}
          />
        </Field>
      </div>
      <p className="text-xs text-muted">Only matching rows are shown. The totals include all rows.</p>
      <Button type="submit" variant="primary" className="self-end">
        {submitLabel}
      </Button>
    </form>
  );
}
