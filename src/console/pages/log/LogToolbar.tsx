import { entityList, entityNamed } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { useToday } from '../../reports/useNow.ts';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { DateRangePicker } from '../../ui/date/DateRangePicker.tsx';
import { SearchBox } from '../../ui/field/SearchBox.tsx';
import { AccountChoice } from '../../history/AccountChoice.tsx';
import { FilterChip } from '../../history/FilterChip.tsx';
import { logPresets, rangeOfSearch, searchOfRange } from '../../history/logRange.ts';
import type { LogSearch } from './logSearch.ts';
import { actionLabels, entityLabel } from '../../history/logText.ts';
import { useLogAuthors } from '../../history/useLog.ts';

const entityOptions = [
  ...entityList.map(({ name, label }) => ({ value: name, label })),
  { value: 'config', label: entityLabel('config') },
  { value: 'report', label: entityLabel('report') },
  { value: 'device', label: entityLabel('device') },
  { value: 'apiKey', label: entityLabel('apiKey') },
  { value: 'verificationImport', label: entityLabel('verificationImport') },
].toSorted((one, other) => one.label.localeCompare(other.label));

/** Objects of the operator, which accounts cannot see. */
const operatorOptions = [
  'statement',
  'adjustment',
  'invoice',
  'invoiceSettings',
  'settlement',
  'pricePlan',
  'partnerFile',
  'node',
  'trafficList',
].map((value) => ({
  value,
  label: entityLabel(value),
}));

const actionOptions = Object.entries(actionLabels).map(([value, label]) => ({ value, label }));

/** Field labels by name, which entities share. */
const fieldLabels = new Map(
  entityList.flatMap(({ fields }) => Object.entries(fields).map(([name, { label }]) => [name, label] as const)),
);

function fieldOptions(entity: string | undefined) {
  const own = entityNamed(entity ?? '')?.fields;
  const entries = own ? Object.entries(own).map(([name, { label }]) => [name, label] as const) : [...fieldLabels];
  return entries.map(([value, label]) => ({ value, label })).toSorted((a, b) => a.label.localeCompare(b.label));
}

/** The filters of the log: time, user, object, action and field. */
export function LogToolbar({
  search,
  onChange,
}: {
  search: LogSearch;
  onChange: (part: Partial<LogSearch>, options?: { replace: boolean }) => void;
}) {
  const user = useUser();
  const today = useToday(user.timezone);
  const authors = useLogAuthors();
  return (
    <div className="flex flex-wrap items-center gap-2 px-6 pb-3" data-print="hide">
      <SearchBox
        label="Search the log"
        placeholder="Object name"
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q.trim() || undefined }, { replace: true })}
        className="w-48"
      />
      <DateRangePicker
        value={rangeOfSearch(search, today)}
        onChange={(range) => onChange(searchOfRange(range))}
        today={today}
        zone={offsetLabel(user.timezone)}
        presets={logPresets}
      />
      {user.type === 'admin' ? <AccountChoice value={search.demandId} onChange={onChange} /> : null}
      <Combobox
        aria-label="User"
        className="w-36"
        options={(authors.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={search.userId ?? null}
        onChange={(id) => onChange({ userId: id ?? undefined })}
        placeholder="All users"
        emptyText={authors.isPending ? 'Loading…' : 'No matches.'}
      />
      <Combobox
        aria-label="Object type"
        className="w-36"
        options={user.type === 'admin' ? [...entityOptions, ...operatorOptions] : entityOptions}
        value={search.entity ?? null}
        onChange={(entity) => onChange({ entity: entity ?? undefined, field: undefined, rowId: undefined })}
        placeholder="All objects"
      />
      <Combobox
        aria-label="Action"
        className="w-36"
        options={actionOptions}
        value={search.action ?? null}
        onChange={(action) => onChange({ action: action ?? undefined })}
        placeholder="All actions"
      />
      <Combobox
        aria-label="Field"
        className="w-36"
        options={fieldOptions(search.entity)}
        value={search.field ?? null}
        onChange={(field) => onChange({ field: field ?? undefined })}
        placeholder="All fields"
      />
      {search.entity === undefined || search.rowId === undefined ? null : (
        <FilterChip
          text={`${entityLabel(search.entity)} #${search.rowId}`}
          label="Show all objects"
          onRemove={() => onChange({ rowId: undefined })}
        />
      )}
      {search.batch === undefined ? null : (
        <FilterChip text="One change" label="Show all changes" onRemove={() => onChange({ batch: undefined })} />
      )}
    </div>
  );
}
