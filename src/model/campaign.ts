import { defineEntity, type Fault } from './entity.ts';
import { date, reference, status, text } from './fields.ts';

/** A line of an advertiser's own demand, with its flight. */
export const campaign = defineEntity({
  name: 'campaign',
  label: 'Campaign',
  pluralLabel: 'Campaigns',
  table: 'campaigns',
  path: 'demand/campaigns',
  ownedBy: 'account',
  isServed: false,
  removal: 'archive',
  fields: {
    status: status(),
    name: text({ label: 'Name', unique: 'account' }),
    advertiserId: reference({ label: 'Advertiser', target: 'advertiser' }),
    startDate: date({ label: 'Starts' }),
    endDate: date({ label: 'Ends' }),
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'optional' }),
  },
  check({ startDate, endDate }): Fault[] {
    const isBackwards = startDate !== null && endDate !== null && endDate < startDate;
    return isBackwards ? [{ code: 'end_before_start', message: 'Must not be before the start', path: 'endDate' }] : [];
  },
});
