import { defineEntity } from '../entity/entity.ts';
import { status, structure, text } from '../field/fields.ts';
import { payingPartner } from '../field/paymentFields.ts';
import { restrictions } from '../field/restrictions.ts';

/** A commercial demand partner. Pausing it pauses its tags. */
export const advertiser = defineEntity({
  name: 'advertiser',
  label: 'Advertiser',
  pluralLabel: 'Advertisers',
  table: 'advertisers',
  path: 'demand/advs',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  fields: {
    status: { ...status(), help: 'Pausing an advertiser pauses all its tags and campaigns.' },
    name: text({ label: 'Name', unique: 'account', tab: 'Common', isQuick: true }),
    ...payingPartner,
    ...restrictions,
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'none', tab: 'Common' }),
    contacts: structure({ label: 'Contacts', structure: 'contacts', tab: 'Contacts' }),
  },
});
