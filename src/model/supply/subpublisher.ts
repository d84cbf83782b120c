import { optionalDomainPattern, pastedDomain } from '../field/domains.ts';
import { costModels, modelsWithCpm, modelsWithShare } from './costModel.ts';
import { defineEntity } from '../entity/entity.ts';
import { choice, money, percent, status, structure, text } from '../field/fields.ts';
import { paidPartner } from '../field/paymentFields.ts';
import { restrictions } from '../field/restrictions.ts';

/** A commercial supply partner that owns channels. While it is paused, its channels return no ad. */
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
      isMoney: true,
      choices: costModels,
      default: 'share',
      tab: 'Common',
      help: 'How the sub-publisher is paid. Channels inherit it unless they set their own.',
      isQuick: true,
    }),
    costShare: percent({
      label: 'Revenue share',
      isMoney: true,
      min: 0,
      max: 100,
      default: 70,
      shownWhen: { field: 'costModel', is: modelsWithShare },
      help: 'The sub-publisher’s share of the revenue of an impression.',
      isQuick: true,
    }),
    costCpm: money({
      label: 'CPM',
      unit: 'USD CPM',
      default: '0.00',
      shownWhen: { field: 'costModel', is: modelsWithCpm },
      help: 'Fixed or guaranteed price per 1,000 impressions or opportunities.',
      isQuick: true,
    }),
    paymentTerms: { ...paidPartner.paymentTerms, tab: 'Common' },
    domain: text({
      label: 'Domain',
      default: '',
      tab: 'Sellers JSON',
      column: 'optional',
      pattern: optionalDomainPattern,
      rewrite: pastedDomain,
      patternText: 'Must be a domain such as publisher.example',
      help: 'Own domain of the sub-publisher, listed in sellers.json unless it is confidential.',
    }),
    sellersJson: structure({ label: 'Seller', structure: 'seller', tab: 'Sellers JSON' }),
    ...restrictions,
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'none', tab: 'Common' }),
    contacts: structure({ label: 'Contacts', structure: 'contacts', tab: 'Contacts' }),
  },
});
