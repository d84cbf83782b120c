import { defineEntity } from '../entity/entity.ts';
import type { Fault } from '../entity/fault.ts';
import { playerEvents, type TrackedEvent, videoEvents } from '../fact/events.ts';
import { choice, date, percent, status, text, tree, url } from '../field/fields.ts';
import { unknownPixelMacros } from './pixelMacros.ts';

const labels: Readonly<Partial<Record<TrackedEvent, string>>> = {
  ...Object.fromEntries(videoEvents.map(({ event, label }) => [event, label])),
  click: 'Click',
  error: 'Error',
};

/** The macros that each vendor requires: they identify the ad, and help to distinguish people from bots. */
export const vendorMacros = {
  custom: [],
  pix: ['{imp_id}', '{channel}', '{supply_type}', '[DEVICEIP]', '[DEVICEUA]', '[PLAYERSIZE]'],
  wh: ['{imp_id}', '[DEVICEIP]', '[DEVICEUA]'],
} as const satisfies Record<string, readonly string[]>;

export type PixelVendor = keyof typeof vendorMacros;

/** The required macros of a vendor that a URL lacks. */
export function missingMacros(vendor: PixelVendor, address: string): string[] {
  return vendorMacros[vendor].filter((macro) => !address.includes(macro));
}

/** A third-party pixel that measures the ads it is added to. */
export const pixel = defineEntity({
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
      help: 'The URL must include the macros that the vendor requires.',
    }),
    event: choice({
      label: 'Event',
      choices: playerEvents.map((event) => ({ value: event, label: labels[event] ?? event })),
      default: 'impression',
      tab: 'Pixel',
      help: 'The player calls the URL when this event happens.',
    }),
    url: url({
      label: 'URL',
      tab: 'Pixel',
      macros: 'pixel',
      help: 'An https URL that returns an image. Macros are replaced.',
    }),
    scope: choice({
      label: 'Applied to',
      formerLabels: ['Carried by'],
      choices: [
        { value: 'attached', label: 'Objects it is added to', formerLabels: ['Channels and tags that name it'] },
        { value: 'all', label: 'All ads of the account' },
      ],
      default: 'attached',
      tab: 'Delivery',
    }),
    percent: percent({
      label: 'Sample',
      isMoney: false,
      default: 100,
      tab: 'Delivery',
      help: 'Percentage of ads that include the pixel. Pixels with the same percentage are on the same ads.',
    }),
    environments: tree({
      label: 'Environments',
      tree: 'environments',
      tab: 'Delivery',
      column: 'optional',
      help: 'Only ads on channels of these environments. Empty = all.',
    }),
    startsOn: date({
      label: 'Start date',
      formerLabels: ['Starts on'],
      tab: 'Delivery',
      column: 'optional',
      help: 'In the account’s time zone. Empty = starts immediately.',
    }),
    endsOn: date({
      label: 'End date',
      formerLabels: ['Ends on'],
      tab: 'Delivery',
      column: 'optional',
      help: 'In the account’s time zone. Empty = no end date.',
    }),
  },
  rules: (rule) => [
    rule(['url'], urlFaults),
    rule(['url', 'vendor'], vendorFaults),
    rule(['startsOn', 'endsOn'], ({ startsOn, endsOn }) =>
      startsOn !== null && endsOn !== null && endsOn < startsOn
        ? [{ code: 'ends_before_start', message: 'Must not be before the start date', path: 'endsOn' }]
        : [],
    ),
  ],
});

/** Players on secure pages call only https, and a host never consists of macros. */
const secureAddress = /^https:\/\/[a-z0-9.-]+(:\d{1,5})?([/?#]|$)/i;

function urlFaults({ url: address }: { url: string }): Fault[] {
  const path = 'url';
  if (address === '') return [{ code: 'required', message: 'Required', path }];
  const faults: Fault[] = [];
  if (!secureAddress.test(address)) {
    faults.push({ code: 'not_https', message: 'Must be an https URL without macros in the host', path });
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
  const message = `Add the macros that the vendor requires: ${missing.join(', ')}`;
  return [{ code: 'macro_missing', message, path: 'url' }];
}
