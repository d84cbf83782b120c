import { Download } from 'lucide-react';
import {
  securityCategories,
  type SecurityCategory,
  securityEventTypes,
  securityOutcomes,
  typesOfCategory,
} from '#model/security/securityEvents.ts';
import { useUser } from '../../frame/session.ts';
import { AccountChoice } from '../../history/AccountChoice.tsx';
import { FilterChip } from '../../history/FilterChip.tsx';
import { logPresets, rangeOfSearch, searchOfRange } from '../../history/logRange.ts';
import { addressOf } from '../../lib/api.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { useConfirmedDownload } from '../../lib/useConfirmedDownload.ts';
import { useToday } from '../../reports/useNow.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { DateRangePicker } from '../../ui/date/DateRangePicker.tsx';
import { SearchBox } from '../../ui/field/SearchBox.tsx';
import { Tooltip } from '../../ui/overlay/Tooltip.tsx';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { securityFilter, type SecuritySearch } from './securitySearch.ts';
import { outcomeLabels } from './securityText.ts';

const categories = Object.keys(securityCategories) as SecurityCategory[];
const categoryOptions = categories.map((value) => ({ value, label: securityCategories[value] }));
const outcomeOptions = securityOutcomes.map((value) => ({ value, label: outcomeLabels[value] }));

/** The types to choose from: those of the chosen category, if any. */
function typeOptions(category: SecurityCategory | undefined) {
  const types = category === undefined ? categories.flatMap(typesOfCategory) : typesOfCategory(category);
  return types.map((value) => ({ value, label: securityEventTypes[value].label }));
}

/** The filters of the security log, and its export with the same filters. */
export function SecurityToolbar({
  search,
  onChange,
}: {
  search: SecuritySearch;
  onChange: (part: Partial<SecuritySearch>, options?: { replace: boolean }) => void;
}) {
  const user = useUser();
  const download = useConfirmedDownload();
  const today = useToday(user.timezone);
  return (
    <div className="flex flex-wrap items-center gap-2 px-6 pb-3" data-print="hide">
      <SearchBox
        label="Search the security log"
        placeholder="User or object"
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q.trim() || undefined }, { replace: true })}
        className="w-40"
      />
      <SearchBox
        label="IP address"
        shortcut={false}
        placeholder="IP address"
        value={search.ip ?? ''}
        onChange={(ip) => onChange({ ip: ip.trim() || undefined }, { replace: true })}
        className="w-36"
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
        aria-label="Category"
        className="w-36"
        options={categoryOptions}
        value={search.category ?? null}
        onChange={(category) => onChange({ category: category ?? undefined, type: undefined })}
        placeholder="All categories"
      />
      <Combobox
        aria-label="Event"
        className="w-36"
        options={typeOptions(search.category)}
        value={search.type ?? null}
        onChange={(type) => onChange({ type: type ?? undefined })}
        placeholder="All events"
      />
      <Combobox
        aria-label="Outcome"
        className="w-36"
        options={outcomeOptions}
        value={search.outcome ?? null}
        onChange={(outcome) => onChange({ outcome: outcome ?? undefined })}
        placeholder="All outcomes"
      />
      {search.userId === undefined ? null : (
        <FilterChip
          text={`User #${search.userId}`}
          label="Show all users"
          onRemove={() => onChange({ userId: undefined })}
        />
      )}
      <Tooltip label="Export as JSON lines">
        <a
          href={addressOf('/api/security-log/export', { query: securityFilter(search, today, user.timezone) })}
          download
          onClick={download}
          aria-label="Export as JSON lines"
          className={buttonClass('secondary', 'md', 'w-8 px-0! text-muted')}
        >
          <Download aria-hidden />
        </a>
      </Tooltip>
    </div>
  );
}
