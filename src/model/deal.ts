import { defineEntity } from './entity.ts';
import { money, optionalReference, status, text } from './fields.ts';

/** An agreed price and identity under which inventory is sold. */
export const deal = defineEntity({
  name: 'deal',
  label: 'Deal',
  pluralLabel: 'Deals',
  table: 'deals',
  path: 'demand/deals',
  ownedBy: 'account',
  isServed: false,
  removal: 'archive',
  fields: {
    status: status(),
    name: text({ label: 'Name', unique: 'account' }),
    dealId: text({
      label: 'Deal ID',
      max: 100,
      unique: 'account',
      pattern: /^\S+$/,
      patternText: 'No spaces',
      help: 'The id that bid requests carry.',
    }),
    supplierId: optionalReference({ label: 'Supplier', target: 'supplier' }),
    floor: money({ label: 'Floor', unit: 'USD CPM', default: '0.00' }),
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'optional' }),
  },
});
