import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { fixedZone, isZone, offsetAt, scheduleRepeats, weekDayNames, zoneText } from '#model/index.ts';
import type { ReportRange } from '#reports/index.ts';
import { rangeLabels } from '../../../reports/rangeLabels.ts';
import { useNow } from '../../../reports/useNow.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/field/Checkbox.tsx';
import { Combobox } from '../../../ui/picker/Combobox.tsx';
import { DateField } from '../../../ui/date/DateField.tsx';
import { Field } from '../../../ui/field/Field.tsx';
import { NumberField } from '../../../ui/field/NumberField.tsx';
import { SegmentedControl } from '../../../ui/picker/SegmentedControl.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import { nextRuns, zoneOptions, type ScheduleForm } from './scheduleForm.ts';

const repeatLabels = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' } as const;

/** When a schedule runs, and which dates its reports cover. */
export function ScheduleTimes({
  form,
  errors,
  days,
  report,
  onChange,
}: {
  form: ScheduleForm;
  errors: ReadonlyMap<string, string>;
  days: { range: string | null; startDate: string; endDate: string };
  /** The scheduled live report. */
  report: Pick<SavedReport, 'id' | 'ivt'>;
  onChange: (part: Partial<ScheduleForm>) => void;
}) {
  const now = useNow(60_000);
  const zones = useMemo(() => zoneOptions(form.zone), [form.zone]);
  const runs = nextRuns(form, now);
  return (
    <div className="flex flex-col gap-4">
      <Field label="Repeats" group error={errors.get('repeats')}>
        <SegmentedControl
          label="Repeats"
          options={scheduleRepeats.map((value) => ({ value, label: repeatLabels[value] }))}
          value={form.repeats}
          onChange={(repeats) => onChange({ repeats })}
          className="self-start"
        />
      </Field>
      {form.repeats === 'weekly' ? (
        <Field label="Days of the week" group error={errors.get('weekDays')}>
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {weekDayNames.map((name, index) => (
              <Checkbox
                key={name}
                label={name}
                checked={form.weekDays.includes(index + 1)}
                onChange={(event) => {
                  const others = form.weekDays.filter((day) => day !== index + 1);
                  onChange({ weekDays: event.currentTarget.checked ? [...others, index + 1] : others });
                }}
              />
            ))}
          </div>
        </Field>
      ) : null}
      <div className="grid grid-cols-2 gap-4">
        {form.repeats === 'monthly' ? (
          <Field
            label="Day of the month"
            error={errors.get('monthDay')}
            hint="In shorter months, the last day."
            className="col-span-2 max-w-56"
          >
            <NumberField value={form.monthDay} decimals={false} onChange={(monthDay) => onChange({ monthDay })} />
          </Field>
        ) : null}
        <Field label="Time of day" error={errors.get('time')} hint="24-hour clock, such as 08:00 or 17:30.">
          <TextField
            value={form.time}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            placeholder="08:00"
            onChange={(event) => onChange({ time: event.currentTarget.value })}
          />
        </Field>
        <Field label="Time zone" error={errors.get('zone')} hint="Select a city to follow daylight saving time.">
          <Combobox
            options={zones}
            value={form.zone}
            clearable={false}
            searchPlaceholder="City or UTC+2"
            onChange={(zone) => onChange({ zone: zone ?? form.zone })}
          />
        </Field>
        <Field label="Start date" error={errors.get('startDate')} hint="Empty = starts immediately.">
          <DateField value={form.startDate} onChange={(startDate) => onChange({ startDate })} />
        </Field>
        <Field label="End date" error={errors.get('endDate')} hint="Empty = no end date.">
          <DateField value={form.endDate} onChange={(endDate) => onChange({ endDate })} />
        </Field>
      </div>
      <section aria-label="Next runs" aria-live="polite" className="rounded-lg border bg-sunken px-3 py-2 text-sm">
        <p className="text-xs font-medium text-muted">Next runs, {zoneText(form.zone)}</p>
        {runs && runs.length > 0 ? (
          <ol className="tnum flex flex-wrap gap-x-6">
            {runs.map((run) => (
              <li key={run}>{run}</li>
            ))}
          </ol>
        ) : (
          <p className="text-muted">
            {runs ? 'None. No run falls between these dates.' : 'Complete the schedule to see its next runs.'}
          </p>
        )}
        {days.range !== null && isZone(form.zone) ? (
          <p className="mt-1 text-xs text-muted">
            Date range of each file: {rangeLabels[days.range as ReportRange] ?? days.range} (time zone: currently{' '}
            {zoneText(fixedZone(countedOffset(form.zone, now)))}).
          </p>
        ) : null}
      </section>
      {days.range === null ? (
        <Banner
          tone="warn"
          title="Fixed date range"
          action={
            <Link
              to={`${report.ivt ? '/pbReport' : '/report'}/${report.id}`}
              className={buttonClass('secondary', 'sm')}
            >
              Open report
            </Link>
          }
        >
          Each file covers {days.startDate === days.endDate ? days.startDate : `${days.startDate} to ${days.endDate}`}.
          To move the dates with each run, save the report with a relative range such as Yesterday.
        </Banner>
      ) : null}
    </div>
  );
}

/** The whole hours from UTC in which the dates of a time zone are counted. */
function countedOffset(zone: string, now: number): number {
  return Math.max(-12, Math.min(12, Math.ceil(offsetAt(zone, now) / 60)));
}
