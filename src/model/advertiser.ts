import { defineEntity } from './entity.ts';
import { choice, optionalInteger, status, structure, text } from './fields.ts';
import { notableDiscrepancy } from './finance/reconcile.ts';
import { paymentTerms, usualTerms } from './paymentTerms.ts';
import { restrictions } from './restrictions.ts';

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
    status: { ...status(), help: 'A paused advertiser pauses all its tags.' },
    name: text({ label: 'Name', unique: 'account', tab: 'Common', isQuick: true }),
    paymentTerms: choice({
      label: 'Payment terms',
      choices: paymentTerms,
      default: usualTerms,
      tab: 'Payment',
      column: 'optional',
      help: 'In how many days it pays, from the last day of a month on. A closed month keeps the terms that it was closed with.',
      isQuick: true,
    }),
    discrepancyFactor: optionalInteger({
      label: 'Discrepancy threshold',
      min: 1,
      max: 100,
      unit: '%',
      tab: 'Payment',
      column: 'optional',
      help: `Beyond it a difference between our numbers and its own is marked; empty = ${notableDiscrepancy * 100} %.`,
      isQuick: true,
    }),
    ...restrictions,
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'none', tab: 'Common' }),
    contacts: structure({ label: 'Contacts', structure: 'contacts', tab: 'Contacts' }),
  },
});
