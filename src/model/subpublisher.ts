import { costModels, modelsWithCpm, modelsWithShare } from './costModel.ts';
import { defineEntity } from './entity.ts';
import { choice, money, percent, status, structure, text } from './fields.ts';
import { paidPartner } from './paymentFields.ts';
import { restrictions } from './restrictions.ts';

/** A commercial supply partner: the owner of channels. Pausing it answers its channels with no ad. */
export const subpublisher = defineEntity({
  name: 'subpublisher',
  label: 'Sub-publisher',
  pluralLabel: 'Sub-publishers',
  table: 'subpublishers',
  path: 'demand/subs',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  fields: {
    status: { ...status(), help: 'A paused sub-publisher gets no ads on any of its channels.' },
    name: text({ label: 'Name', unique: 'account', tab: 'Common', isQuick: true }),
    costModel: choice({
      label: 'Cost model',
      choices: costModels,
      default: 'share',
      tab: 'Common',
      help: 'How it is paid; channels inherit it unless they set their own.',
      isQuick: true,
    }),
    costShare: percent({
      label: 'Revenue share',
      min: 0,
      max: 100,
      default: 70,
      shownWhen: { field: 'costModel', is: modelsWithShare },
      help: 'Its part of what an impression earns.',
      isQuick: true,
    }),
    costCpm: money({
      label: 'CPM',
      unit: 'USD CPM',
      default: '0.00',
      shownWhen: { field: 'costModel', is: modelsWithCpm },
      help: 'The fixed or guaranteed price per 1,000.',
      isQuick: true,
    }),
    paymentTerms: { ...paidPartner.paymentTerms, tab: 'Common' },
    domain: text({
      label: 'Domain',
      default: '',
      tab: 'Sellers JSON',
      column: 'optional',
      pattern: /^(([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63})?$/i,
      patternText: 'Must be a domain such as publisher.example',
      help: 'Its own domain, under which sellers.json lists it unless it is confidential.',
    }),
    sellersJson: structure({ label: 'Seller', structure: 'seller', tab: 'Sellers JSON' }),
    ...restrictions,
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'none', tab: 'Common' }),
    contacts: structure({ label: 'Contacts', structure: 'contacts', tab: 'Contacts' }),
  },
});
