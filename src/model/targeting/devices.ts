import { texts, tree } from '../fields.ts';
import { unknowns, wish } from './choices.ts';
import { dimensionGroups } from './dimensions.ts';

const tab = dimensionGroups.devices.label;

const language = { pattern: /^[a-z]{2,3}$/i, patternText: 'Must be a language code such as en' };

/** What the viewer uses. */
export const devices = {
  devices: tree({ label: 'Devices', tree: 'devices', tab, column: 'optional', help: 'Empty = all.' }),
  excludedDevices: tree({ label: 'Devices left out', tree: 'devices', tab, column: 'none' }),
  operatingSystems: tree({ label: 'Operating systems', tree: 'operatingSystems', tab, column: 'optional' }),
  excludedOperatingSystems: tree({
    label: 'Operating systems left out',
    tree: 'operatingSystems',
    tab,
    column: 'none',
  }),
  families: tree({ label: 'TVs and browsers', tree: 'families', tab, column: 'optional' }),
  excludedFamilies: tree({ label: 'TVs and browsers left out', tree: 'families', tab, column: 'none' }),
  languages: texts({
    label: 'Languages',
    item: 'language',
    tab,
    ...language,
    help: 'Codes of ISO 639: en. The device’s first language counts.',
  }),
  excludedLanguages: texts({ label: 'Languages left out', item: 'language', tab, ...language }),
  deviceId: wish({ label: 'Device id', tab, help: 'An advertising id that the viewer has not limited.' }),
  userId: wish({ label: 'User id', tab, help: 'The publisher’s own id of the viewer.' }),
  unknownDevices: unknowns(tab),
};
