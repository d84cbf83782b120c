import { environments } from '#model/index.ts';
import { useSharedList } from '../../lib/lists.ts';
import { Button } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { filtersOf, isFiltered, nothingFiltered } from './filtersOf.ts';
import type { Inventory } from './inventory.ts';
import type { InventoryFilter, InventorySearch } from './inventorySearch.ts';

const any = 'any';
const ages = [
  { value: any, label: 'Any time' },
  { value: '1', label: 'Today or yesterday' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
];
const places = [
  { value: any, label: 'Any' },
  ...environments.map(({ value, label }) => ({ value: value as string, label })),
];
const hosts = [
  { value: any, label: 'Any' },
  { value: 'true', label: 'Differ' },
  { value: 'false', label: 'Agree' },
];
const programs = [
  { value: any, label: 'Any' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** The filters of observed inventory beside the search. */
export function InventoryFilters({
  inventory,
  search,
  onChange,
}: {
  inventory: Inventory;
  search: InventorySearch;
  onChange: (part: Partial<InventorySearch>) => void;
}) {
  const filters = filtersOf(inventory);
  const choice = (name: InventoryFilter, prefix: string, options: readonly { value: string; label: string }[]) => (
    <Select
      key={name}
      aria-label={prefix}
      prefix={`${prefix}:`}
      options={options}
      value={String(search[name] ?? any)}
      onChange={(value) => onChange(changeOf(name, value))}
      className="w-auto"
    />
  );
  return (
    <>
      {choice('newDays', 'First seen', ages)}
      {filters.includes('environment') ? choice('environment', 'Environment', places) : null}
      {filters.includes('mismatch') ? choice('mismatch', 'Declared and detected', hosts) : null}
      {filters.includes('vpaid') ? choice('vpaid', 'VPAID', programs) : null}
      {filters.includes('tag') ? <TagFilter tag={search.tag} onChange={(tag) => onChange({ tag })} /> : null}
      {isFiltered(search) ? (
        <Button variant="ghost" onClick={() => onChange(nothingFiltered)}>
          Clear filters
        </Button>
      ) : null}
    </>
  );
}

function TagFilter({ tag, onChange }: { tag: number | undefined; onChange: (tag: number | undefined) => void }) {
  const { data } = useSharedList('tag');
  const options = (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="w-56">
      <Combobox
        aria-label="Returned by tag"
        placeholder="Returned by any tag"
        options={options}
        value={tag ?? null}
        clearable
        onChange={(id) => onChange(id ?? undefined)}
      />
    </div>
  );
}

function changeOf(name: InventoryFilter, value: string): Partial<InventorySearch> {
  const given = value === any ? undefined : value;
  if (name === 'newDays') return { newDays: given === undefined ? undefined : Number(given) };
  return { [name]: given };
}
