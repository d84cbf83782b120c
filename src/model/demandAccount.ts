import { defineEntity } from './entity.ts';
import { integer, money, status, text, uid } from './fields.ts';

/** A demand account: the tenant. Everything but admins belongs to exactly one. */
export const demandAccount = defineEntity({
  name: 'demand',
  label: 'Demand account',
  pluralLabel: 'Demand accounts',
  table: 'demands',
  path: 'demands',
  ownedBy: 'platform',
  isServed: true,
  removal: 'archive',
  fields: {
    status: status(),
    name: text({ label: 'Name', unique: 'platform', tab: 'Common' }),
    uid: uid(),
    companyName: text({
      label: 'Company',
      max: 100,
      default: '',
      tab: 'Common',
      help: 'Shown in the list of accounts.',
    }),
    timezone: integer({
      label: 'Time zone',
      min: -12,
      max: 12,
      default: 0,
      unit: 'hours from UTC',
      tab: 'Common',
      help: 'The zone in which its people see days and hours.',
    }),
    priceReq: money({
      label: 'Request price',
      unit: 'USD per 1,000 requests',
      default: '0.00',
      tab: 'Prices',
      help: 'Charged as system cost for each request that passes the supply gates.',
    }),
    priceImp: money({
      label: 'Impression price',
      unit: 'USD per 1,000 impressions',
      default: '0.00',
      tab: 'Prices',
      help: 'Charged as system cost for each counted impression.',
    }),
  },
});
