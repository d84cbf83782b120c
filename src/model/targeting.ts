import { defineEntity, type Fault } from './entity.ts';
import { status, text, tree } from './fields.ts';

/** A reusable description of the traffic that an object wants. */
export const targeting = defineEntity({
  name: 'targeting',
  label: 'Targeting',
  pluralLabel: 'Targetings',
  table: 'targetings',
  path: 'demand/targetings',
  ownedBy: 'account',
  isServed: false,
  removal: 'archive',
  fields: {
    status: status(),
    name: text({ label: 'Name', unique: 'account', tab: 'Common' }),
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'optional', tab: 'Common' }),
    countries: tree({ label: 'Countries', tree: 'countries', tab: 'Geography', help: 'Empty = everywhere.' }),
    excludedCountries: tree({
      label: 'Countries left out',
      tree: 'countries',
      tab: 'Geography',
      column: 'optional',
    }),
    usStates: tree({
      label: 'US states',
      tree: 'usStates',
      tab: 'Geography',
      column: 'optional',
      help: 'Empty = all.',
    }),
    devices: tree({ label: 'Devices', tree: 'devices', tab: 'Devices', help: 'Empty = all.' }),
    operatingSystems: tree({
      label: 'Operating systems',
      tree: 'operatingSystems',
      tab: 'Devices',
      column: 'optional',
      help: 'Empty = all.',
    }),
    categories: tree({
      label: 'Content categories',
      tree: 'iabCategories',
      tab: 'Content',
      column: 'optional',
      help: 'IAB Content Taxonomy 1.0. Empty = all.',
    }),
    excludedCategories: tree({
      label: 'Content categories left out',
      tree: 'iabCategories',
      tab: 'Content',
      column: 'optional',
    }),
  },
  check(row): Fault[] {
    return [
      ...bothWays(row.countries, row.excludedCountries, 'excludedCountries'),
      ...bothWays(row.categories, row.excludedCategories, 'excludedCategories'),
    ];
  },
});

/** The fault of values that are both wanted and left out. */
function bothWays(wanted: readonly string[], leftOut: readonly string[], path: string): Fault[] {
  const both = leftOut.filter((value) => wanted.includes(value));
  if (both.length === 0) return [];
  return [{ code: 'both_ways', message: `Wanted and left out at once: ${both.join(', ')}`, path }];
}
