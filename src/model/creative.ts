import { defineEntity } from './entity.ts';
import { reference, status, text, url } from './fields.ts';

/** An ad of an advertiser's own. */
export const creative = defineEntity({
  name: 'creative',
  label: 'Creative',
  pluralLabel: 'Creatives',
  table: 'creatives',
  path: 'demand/creatives',
  ownedBy: 'account',
  isServed: false,
  removal: 'archive',
  fields: {
    status: status(),
    name: text({ label: 'Name', unique: 'account' }),
    advertiserId: reference({ label: 'Advertiser', target: 'advertiser' }),
    clickUrl: url({ label: 'Click URL', column: 'optional' }),
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'optional' }),
  },
});
