import { defineEntity } from './entity.ts';
import { status, text, uid } from './fields.ts';

/** An outbound RTB buyer that competes for supplier traffic. */
export const adexchange = defineEntity({
  name: 'adexchange',
  label: 'Ad exchange',
  pluralLabel: 'Ad exchanges',
  table: 'adexchanges',
  path: 'demand/adexchanges',
  ownedBy: 'account',
  isServed: false,
  removal: 'archive',
  fields: {
    status: status(),
    name: text({ label: 'Name', unique: 'account' }),
    uid: uid(),
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'optional' }),
  },
});
