import { useState } from 'react';
import {
  canUseMetric,
  dimensionOf,
  dimensionText,
  filterOps,
  type ReportFieldDimension,
  type MetricRights,
  type ReportBody,
} from '#reports/index.ts';
import { useReport } from '../../../../reports/useReport.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/field/Field.tsx';
import { MultiCombobox } from '../../../../ui/picker/MultiCombobox.tsx';
import { Select } from '../../../../ui/picker/Select.tsx';
import { TextField } from '../../../../ui/field/TextField.tsx';
import type { Option } from '../../../../ui/picker/option.ts';
import { opLabels } from './opLabels.ts';
import type { SearchFilter } from '../url/reportSearch.ts';

interface FilterEditorProps {
  dimensions: readonly ReportFieldDimension[];
  rights: MetricRights;
  days: Pick<ReportBody, 'startDate' | 'endDate' | 'offset'>;
  nameOf: (dim: string, value: string) => string;
  initial: SearchFilter;
  submitLabel: string;
  onSubmit: (filter: SearchFilter) => void;
}

/** Edits one filter: dimension, operator and values. */
export function FilterEditor({ dimensions, rights, days, nameOf, initial, submitLabel, onSubmit }: FilterEditorProps) {
  const [draft, setDraft] = useState(initial);
  const [text, setText] = useState(initial.values.join(', '));
  const dimension = dimensions.find(({ key }) => key === draft.dim);
  const isText = draft.op === 'contains' || draft.op === 'starts';
  const typed = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const values = isText ? typed : draft.values;
  const offered = useOffered(dimension, rights, days, !isText);
  if (!dimension) return null;
  const isOpen = dimension.kind === 'text' && dimension.choices === null;
  const ops = filterOps.filter((op) => isOpen || op === 'in' || op === 'not_in');
  const known = new Set(offered.options.map(({ value }) => value));
  const chosen = draft.values
    .filter((value) => !known.has(value))
    .map((value) => ({ value, label: nameOf(draft.dim, value) }));
  return (
    <form
      className="flex w-80 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (values.length > 0) onSubmit({ ...draft, values });
      }}
    >
      <div className="grid grid-cols-[1fr_7.5rem] gap-2">
        <Field label="Dimension">
          <Select
            options={dimensions.map(({ key, label }) => ({ value: key, label }))}
            value={dimension.key}
            onChange={(dim) => {
              setDraft({ dim, op: 'in', values: [] });
              setText('');
            }}
          />
        </Field>
        <Field label="Operator">
          <Select
            options={ops.map((op) => ({ value: op, label: opLabels[op] }))}
            value={draft.op}
            onChange={(op) => setDraft({ ...draft, op })}
          />
        </Field>
      </div>
      {isText ? (
        <Field label="Text" hint="Separate several texts with commas. Any of them may match.">
          <TextField value={text} onChange={(event) => setText(event.currentTarget.value)} />
        </Field>
      ) : (
        <Field label="Values" hint={dimension.choices ? undefined : 'Values with traffic in the date range.'}>
          <MultiCombobox
            options={[...chosen, ...offered.options]}
            value={draft.values}
            onChange={(next) => setDraft({ ...draft, values: next })}
            emptyText={offered.isLoading ? 'Loading…' : 'No matches.'}
          />
        </Field>
      )}
      <Button type="submit" variant="primary" disabled={values.length === 0} className="self-end">
        {submitLabel}
      </Button>
    </form>
  );
}

/** The values of a dimension to choose from: its fixed choices, or those in the facts of the date range. */
function useOffered(
  dimension: ReportFieldDimension | undefined,
  rights: MetricRights,
  days: FilterEditorProps['days'],
  isWanted: boolean,
): { options: Option[]; isLoading: boolean } {
  const isOpen = dimension !== undefined && dimension.choices === null;
  const metric = dimension?.key === 'error_code' || !canUseMetric(rights, 'reqs') ? 'imps' : 'reqs';
  const report = useReport(
    { ...days, dimensions: dimension ? [dimension.key] : [], metrics: [metric], limit: 1000 },
    { isWanted: isWanted && isOpen },
  );
  if (!dimension) return { options: [], isLoading: false };
  if (dimension.choices) {
    const options = dimension.choices.map(({ value, label }) => ({ value: String(value), label }));
    return { options, isLoading: false };
  }
  // The previous response may still be for another dimension.
  const isOurs = report.data?.body.dimensions?.[0] === dimension.key;
  const rows = isOurs ? (report.data?.rows ?? []) : [];
  const options = rows
    .filter((row) => row[dimension.key] !== '')
    .map((row) => ({ value: String(row[dimension.key]), label: dimensionText(row, dimensionOf(dimension.key)) }));
  return { options, isLoading: report.isFetching };
}
