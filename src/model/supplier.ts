import { defineEntity } from './entity.ts';
import { status, text, uid } from './fields.ts';

/** An inbound RTB partner that sells its inventory to the account. */
export const supplier = defineEntity({
  name: 'supplier',
  label: 'Supplier',
  pluralLabel: 'Suppliers',
  table: 'suppliers',
  path: 'demand/sups',
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
