import { defineEntity, type Fault } from './entity.ts';
import { choice, percent, status, text, url } from './fields.ts';
import { videoEvents } from './events.ts';

/** A third-party pixel that measures impressions. */
export const ivt = defineEntity({
  name: 'ivt',
  label: 'Pixel',
  pluralLabel: '3rd Party Pixels',
  table: 'ivts',
  path: 'demand/ivts',
  ownedBy: 'account',
  isServed: false,
  removal: 'archive',
  fields: {
    status: status(),
    name: text({ label: 'Name', unique: 'account' }),
    vendor: choice({
      label: 'Vendor',
      choices: [
        { value: 'custom', label: 'Custom' },
        { value: 'pix', label: 'Postbid pix' },
        { value: 'wh', label: 'Postbid wh' },
      ],
      default: 'custom',
    }),
    event: choice({
      label: 'Event',
      choices: videoEvents.map(({ event, label }) => ({ value: event, label })),
      default: 'impression',
    }),
    url: url({ label: 'URL', help: 'The address that the player calls; macros are filled in.' }),
    percent: percent({ label: 'Sample', default: 100, help: 'The part of requests that carry it.' }),
  },
  check({ url: address }): Fault[] {
    return address === '' ? [{ code: 'required', message: 'Required', path: 'url' }] : [];
  },
});
