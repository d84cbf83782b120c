import { texts, tree } from '../field/fields.ts';
import { unknownPolicy } from './choices.ts';
import { dimensionGroups } from './dimensions.ts';

const tab = dimensionGroups.geography.label;
/** Maximum inline values of a field. */
const max = 50_000;

const region = { pattern: /^[A-Z]{2}-[A-Z0-9]{1,3}$/i, patternText: 'Must be a code such as CA-ON' };
const dma = { pattern: /^\d{3}$/, patternText: 'Must be a three-digit DMA code' };

/** Targeting fields for the viewer's location. */
export const geography = {
  countries: tree({ label: 'Countries', tree: 'countries', tab, column: 'optional', help: 'Empty = all.' }),
  excludedCountries: tree({
    label: 'Excluded countries',
    formerLabels: ['Countries left out'],
    tree: 'countries',
    tab,
    column: 'none',
  }),
  usStates: tree({
    label: 'US states',
    tree: 'usStates',
    tab,
    column: 'optional',
    help: 'Only requests from these states. Leave empty to include other countries.',
  }),
  excludedUsStates: tree({
    label: 'Excluded US states',
    formerLabels: ['US states left out'],
    tree: 'usStates',
    tab,
    column: 'none',
  }),
  regions: texts({ label: 'Regions', item: 'region', tab, ...region, help: 'ISO 3166-2 codes, such as CA-ON.' }),
  excludedRegions: texts({
    label: 'Excluded regions',
    formerLabels: ['Regions left out'],
    item: 'region',
    tab,
    ...region,
  }),
  cities: texts({ label: 'Cities', item: 'name', itemMax: 100, max, tab, help: 'City names, not case-sensitive.' }),
  excludedCities: texts({
    label: 'Excluded cities',
    formerLabels: ['Cities left out'],
    item: 'name',
    itemMax: 100,
    max,
    tab,
  }),
  postalCodes: texts({ label: 'Postal codes', item: 'code', itemMax: 20, max, tab }),
  excludedPostalCodes: texts({
    label: 'Excluded postal codes',
    formerLabels: ['Postal codes left out'],
    item: 'code',
    itemMax: 20,
    max,
    tab,
  }),
  dmas: texts({ label: 'DMAs', item: 'DMA', tab, ...dma, help: 'Codes of US designated market areas, such as 501.' }),
  excludedDmas: texts({ label: 'Excluded DMAs', formerLabels: ['DMAs left out'], item: 'DMA', tab, ...dma }),
  areas: texts({
    label: 'Areas',
    item: 'area',
    max: 100,
    tab,
    help: 'Latitude, longitude and radius in kilometers, such as 40.71 -74.01 25.',
  }),
  excludedAreas: texts({ label: 'Excluded areas', formerLabels: ['Areas left out'], item: 'area', max: 100, tab }),
  unknownGeography: unknownPolicy(tab),
};
