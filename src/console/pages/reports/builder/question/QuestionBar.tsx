import { useMemo, type ReactNode } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import {
  reportFieldsFor,
  inSentence,
  reportLimits,
  type ReportFieldMetric,
  type DimensionKey,
  type MetricKey,
  type ReportBody,
  type ReportViewer,
} from '#reports/index.ts';
import { ChoiceMenu } from './ChoiceMenu.tsx';
import type { SearchPart } from './drillDown.ts';
import { FilterBar } from './FilterBar.tsx';
import { HavingBar } from './HavingBar.tsx';
import { havingColumns } from '../result/havingColumns.ts';
import { intervals, isInterval, withInterval } from '../url/intervals.ts';
import { KeyPicker } from './KeyPicker.tsx';
import { OptionsMenu } from './OptionsMenu.tsx';
import type { QuestionFaults } from './problemFields.ts';
import type { ReportSearch } from '../url/reportSearch.ts';

interface QuestionBarProps {
  user: SessionUser;
  viewer: ReportViewer;
  search: ReportSearch;
  /** Whether the report can be about test requests. */
  hasTests: boolean;
  days: Pick<ReportBody, 'startDate' | 'endDate' | 'offset'>;
  faults: QuestionFaults;
  nameOf: (dim: string, value: string) => string;
  onChange: (part: SearchPart) => void;
}

/** Edits the query of a report: time unit, dimensions, metrics, columns, filters, metric filters and options. */
export function QuestionBar({ user, viewer, search, hasTests, days, faults, nameOf, onChange }: QuestionBarProps) {
  const reportFields = useMemo(() => reportFieldsFor(user), [user]);
  const metricItems = useMemo(
    () => reportFields.metrics.map((metric) => ({ ...metric, note: noteOf(metric) })),
    [reportFields],
  );
  const { dims, metrics, filters, having, pivot, compare } = search;
  const conditioned = useMemo(() => havingColumns(reportFields.metrics, compare !== null), [reportFields, compare]);
  const steps = intervals.filter((step) => reportFields.dimensions.some(({ key }) => key === step));
  const current = dims.find(isInterval) ?? 'none';
  const labelOf = (key: string) => reportFields.dimensions.find((each) => each.key === key)?.label ?? key;
  const shared = {
    selection: search,
    viewer,
    onResolve: (selection: Pick<ReportSearch, 'dims' | 'metrics' | 'filters'>) => onChange(selection),
  };
  return (
    <div className="flex flex-wrap items-start gap-2">
      <ChoiceMenu
        label="Time unit"
        prefix="Time unit"
        options={[
          { value: 'none', label: 'none' },
          ...steps.map((step) => ({ value: step as string, label: inSentence(labelOf(step)) })),
        ]}
        value={current}
        onChange={(step) => onChange({ dims: withInterval(dims, step === 'none' ? null : (step as DimensionKey)) })}
      />
      <WithFault fault={faults.dims}>
        <KeyPicker
          {...shared}
          label="Dimensions"
          kind="dimension"
          items={reportFields.dimensions}
          chosen={dims}
          onChange={(keys) => onChange({ dims: keys as DimensionKey[] })}
          min={0}
          max={reportLimits.dimensions}
        />
      </WithFault>
      <WithFault fault={faults.metrics}>
        <KeyPicker
          {...shared}
          label="Metrics"
          kind="metric"
          items={metricItems}
          chosen={metrics}
          onChange={(keys) => onChange({ metrics: keys as MetricKey[] })}
          min={1}
          max={reportLimits.metrics}
        />
      </WithFault>
      {dims.length > 1 || pivot ? (
        <ChoiceMenu
          label="Columns"
          prefix="Columns"
          options={[
            { value: 'none', label: 'none' },
            ...dims.map((key) => ({ value: key as string, label: labelOf(key) })),
          ]}
          value={pivot ?? 'none'}
          onChange={(key) => onChange({ pivot: key === 'none' ? null : (key as DimensionKey) })}
        />
      ) : null}
      <FilterBar
        rights={user}
        filters={filters}
        onChange={(next) => onChange({ filters: next })}
        nameOf={nameOf}
        days={days}
        faultAt={faults.filterAt}
      />
      <HavingBar
        metrics={conditioned}
        having={having}
        onChange={(next) => onChange({ having: next })}
        faultAt={faults.havingAt}
      />
      <span className="ml-auto">
        <WithFault fault={faults.options}>
          <OptionsMenu search={search} hasTests={hasTests} ownZone={user.timezone} onChange={onChange} />
        </WithFault>
      </span>
    </div>
  );
}

/** A control with its error below. */
function WithFault({ fault, children }: { fault: string | undefined; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-96 flex-col gap-0.5">
      {children}
      {fault ? (
        <span role="alert" className="text-xs text-bad">
          {fault}
        </span>
      ) : null}
    </span>
  );
}

/** The unit of a metric, and for a rate its denominator: "% of requests", "USD per 1,000 impressions". */
function noteOf({ unit, denominator }: ReportFieldMetric): string {
  const names = { count: 'count', usd: 'USD', ratio: '%', number: 'number', ms: 'ms' };
  if (denominator === null) return names[unit];
  return unit === 'usd' ? `USD per ${denominator}` : unit === 'ratio' ? `% of ${denominator}` : `per ${denominator}`;
}
