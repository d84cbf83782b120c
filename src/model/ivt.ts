import { defineEntity, type Fault } from './entity.ts';
import { playerEvents, type TrackedEvent, videoEvents } from './events.ts';
import { choice, date, percent, status, text, tree, url } from './fields.ts';
import { unknownPixelMacros } from './pixelMacros.ts';

const labels: Readonly<Partial<Record<TrackedEvent, string>>> = {
  ...Object.fromEntries(videoEvents.map(({ event, label }) => [event, label])),
  click: 'Click',
  error: 'Error',
};

/** What each vendor counts by: it tells one ad from the next, and people from machines. */
export const vendorMacros = {
  custom: [],
  pix: ['{imp_id}', '{channel}', '{supply_type}', '[DEVICEIP]', '[DEVICEUA]', '[PLAYERSIZE]'],
  wh: ['{imp_id}', '[DEVICEIP]', '[DEVICEUA]'],
} as const satisfies Record<string, readonly string[]>;

/** Whose pixel it is. */
export type PixelVendor = keyof typeof vendorMacros;

/** The macros of its vendor that an address lacks. */
export function missingMacros(vendor: PixelVendor, address: string): string[] {
  return vendorMacros[vendor].filter((macro) => !address.includes(macro));
}

/** A pixel of a third party that measures the ads it is added to. */
export const ivt = defineEntity({
  name: 'ivt',
  label: 'Pixel',
  pluralLabel: '3rd Party Pixels',
  table: 'ivts',
  path: 'demand/ivts',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  fields: {
    status: status(),
    name: text({ label: 'Name', unique: 'account', tab: 'Pixel' }),
    vendor: choice({
      label: 'Vendor',
      choices: [
        { value: 'custom', label: 'Custom' },
        { value: 'pix', label: 'Postbid pix' },
        { value: 'wh', label: 'Postbid wh' },
      ],
      default: 'custom',
      tab: 'Pixel',
      help: 'A vendor’s address must carry the macros that the vendor counts by.',
    }),
    event: choice({
      label: 'Event',
      choices: playerEvents.map((event) => ({ value: event, label: labels[event] ?? event })),
      default: 'impression',
      tab: 'Pixel',
      help: 'The player calls the address when this happens.',
    }),
    url: url({
      label: 'URL',
      tab: 'Pixel',
      macros: 'pixel',
      help: 'An https address that answers with an image; macros are filled in.',
    }),
    scope: choice({
      label: 'Carried by',
      choices: [
        { value: 'attached', label: 'Channels and tags that name it' },
        { value: 'all', label: 'All ads of the account' },
      ],
      default: 'attached',
      tab: 'Delivery',
    }),
    percent: percent({
      label: 'Sample',
      default: 100,
      tab: 'Delivery',
      help: 'The part of ads that carry it. Pixels with the same sample are on the same ads.',
    }),
    environments: tree({
      label: 'Environments',
      tree: 'environments',
      tab: 'Delivery',
      column: 'optional',
      help: 'Only channels of these; none chosen = all.',
    }),
    startsOn: date({
      label: 'Starts on',
      tab: 'Delivery',
      column: 'optional',
      help: 'First day, in the account’s time zone.',
    }),
    endsOn: date({
      label: 'Ends on',
      tab: 'Delivery',
      column: 'optional',
      help: 'Last day, in the account’s time zone.',
    }),
  },
  rules: (rule) => [
    rule(['url'], urlFaults),
    rule(['url', 'vendor'], vendorFaults),
    rule(['startsOn', 'endsOn'], ({ startsOn, endsOn }) =>
      startsOn !== null && endsOn !== null && endsOn < startsOn
        ? [{ code: 'ends_before_start', message: 'Must not be before the start', path: 'endsOn' }]
        : [],
    ),
  ],
});

/** Players of secure pages call nothing but https, and a host is never made of macros. */
const secureAddress = /^https:\/\/[a-z0-9.-]+(:\d{1,5})?([/?#]|$)/i;

function urlFaults({ url: address }: { url: string }): Fault[] {
  const path = 'url';
  if (address === '') return [{ code: 'required', message: 'Required', path }];
  const faults: Fault[] = [];
  if (!secureAddress.test(address)) {
    faults.push({ code: 'not_https', message: 'Must be an https URL whose host holds no macro', path });
  }
  const unknown = unknownPixelMacros(address);
  if (unknown.length > 0) {
    faults.push({ code: 'unknown_macro', message: `Unknown macro: ${unknown.join(', ')}`, path });
  }
  return faults;
}

function vendorFaults({ url, vendor }: { url: string; vendor: PixelVendor }): Fault[] {
  const missing = url === '' ? [] : missingMacros(vendor, url);
  if (missing.length === 0) return [];
  const message = `The vendor counts by ${missing.join(', ')}: add what lacks`;
  return [{ code: 'macro_missing', message, path: 'url' }];
}
