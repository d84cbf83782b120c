import { texts, tree } from '../field/fields.ts';
import { unknownPolicy, booleanPreference } from './choices.ts';
import { dimensionGroups } from './dimensions.ts';

const tab = dimensionGroups.content.label;
const keyValue = {
  pattern: /^[\w.-]{1,64}=\S(.*\S)?$/,
  patternText: 'Must be a parameter and its value, such as tier=gold',
};

/** Targeting fields for content and the other tag parameters. */
export const content = {
  categories: tree({
    label: 'Content categories',
    tree: 'iabCategories',
    tab,
    column: 'optional',
    help: 'IAB Content Taxonomy 1.0. Empty = all.',
  }),
  excludedCategories: tree({
    label: 'Excluded content categories',
    formerLabels: ['Content categories left out'],
    tree: 'iabCategories',
    tab,
    column: 'none',
  }),
  genres: texts({ label: 'Genres', item: 'genre', tab }),
  excludedGenres: texts({ label: 'Excluded genres', formerLabels: ['Genres left out'], item: 'genre', tab }),
  ratings: texts({ label: 'Ratings', item: 'rating', tab, help: 'As the request declares them, such as TV-14 or PG.' }),
  excludedRatings: texts({ label: 'Excluded ratings', formerLabels: ['Ratings left out'], item: 'rating', tab }),
  channelNames: texts({ label: 'TV channels', item: 'name', tab }),
  excludedChannelNames: texts({
    label: 'Excluded TV channels',
    formerLabels: ['TV channels left out'],
    item: 'name',
    tab,
  }),
  networkNames: texts({ label: 'TV networks', item: 'name', tab }),
  excludedNetworkNames: texts({
    label: 'Excluded TV networks',
    formerLabels: ['TV networks left out'],
    item: 'name',
    tab,
  }),
  livestream: booleanPreference({ label: 'Live stream', tab }),
  keyValues: texts({
    label: 'Key-values',
    item: 'pair',
    tab,
    ...keyValue,
    help: 'Tag parameters, such as tier=gold. One value of each parameter must match; * matches any value.',
  }),
  excludedKeyValues: texts({
    label: 'Excluded key-values',
    formerLabels: ['Key-values left out'],
    item: 'pair',
    tab,
    ...keyValue,
  }),
  unknownContent: unknownPolicy(tab),
};
