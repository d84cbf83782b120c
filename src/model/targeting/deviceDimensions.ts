import { texts, tree } from '../field/fields.ts';
import { unknownPolicy, booleanPreference } from './choices.ts';
import { dimensionGroups } from './dimensions.ts';

const tab = dimensionGroups.devices.label;

const language = { pattern: /^[a-z]{2,3}$/i, patternText: 'Must be a language code such as en' };

/** Targeting fields for the viewer's device. */
export const deviceDimensions = {
  devices: tree({ label: 'Devices', tree: 'devices', tab, column: 'optional', help: 'Empty = all.' }),
  excludedDevices: tree({
    label: 'Excluded devices',
    formerLabels: ['Devices left out'],
    tree: 'devices',
    tab,
    column: 'none',
  }),
  operatingSystems: tree({ label: 'Operating systems', tree: 'operatingSystems', tab, column: 'optional' }),
  excludedOperatingSystems: tree({
    label: 'Excluded operating systems',
    formerLabels: ['Operating systems left out'],
    tree: 'operatingSystems',
    tab,
    column: 'none',
  }),
  families: tree({ label: 'TVs and browsers', tree: 'families', tab, column: 'optional' }),
  excludedFamilies: tree({
    label: 'Excluded TVs and browsers',
    formerLabels: ['TVs and browsers left out'],
    tree: 'families',
    tab,
    column: 'none',
  }),
  languages: texts({
    label: 'Languages',
    item: 'language',
    tab,
    ...language,
    help: 'ISO 639 codes, such as en. The device’s first language is used.',
  }),
  excludedLanguages: texts({
    label: 'Excluded languages',
    formerLabels: ['Languages left out'],
    item: 'language',
    tab,
    ...language,
  }),
  deviceId: booleanPreference({
    label: 'Device ID',
    formerLabels: ['Device id'],
    tab,
    help: 'Advertising ID without limited ad tracking.',
  }),
  userId: booleanPreference({
    label: 'User ID',
    formerLabels: ['User id'],
    tab,
    help: 'The publisher’s own ID for the viewer.',
  }),
  unknownDevices: unknownPolicy(tab),
};
