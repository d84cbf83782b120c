import type { Fault } from '../entity/fault.ts';
import { parseArea } from './area.ts';

/** The pairs of fields with included and excluded values. */
export const pairs = [
  ['countries', 'excludedCountries'],
  ['usStates', 'excludedUsStates'],
  ['regions', 'excludedRegions'],
  ['cities', 'excludedCities'],
  ['postalCodes', 'excludedPostalCodes'],
  ['dmas', 'excludedDmas'],
  ['areas', 'excludedAreas'],
  ['devices', 'excludedDevices'],
  ['operatingSystems', 'excludedOperatingSystems'],
  ['families', 'excludedFamilies'],
  ['languages', 'excludedLanguages'],
  ['environments', 'excludedEnvironments'],
  ['appListIds', 'excludedAppListIds'],
  ['pubListIds', 'excludedPubListIds'],
  ['creListIds', 'excludedCreListIds'],
  ['connections', 'excludedConnections'],
  ['carriers', 'excludedCarriers'],
  ['playerSizes', 'excludedPlayerSizes'],
  ['placements', 'excludedPlacements'],
  ['positions', 'excludedPositions'],
  ['categories', 'excludedCategories'],
  ['genres', 'excludedGenres'],
  ['ratings', 'excludedRatings'],
  ['channelNames', 'excludedChannelNames'],
  ['networkNames', 'excludedNetworkNames'],
  ['keyValues', 'excludedKeyValues'],
] as const;

type Paired = (typeof pairs)[number][number];

const maxValues = 50_000;

type Values = readonly (string | number)[];

/** The fault of values that are both included and excluded. */
export function pairFaults<K extends Paired>(row: Record<K, Values>, [wanted, path]: readonly [K, K]): Fault[] {
  if (row[path].length === 0) return [];
  const known = new Set(row[wanted].map(foldValue));
  const both = row[path].filter((value) => known.has(foldValue(value)));
  if (both.length === 0) return [];
  return [{ code: 'both_ways', message: `Both included and excluded: ${both.slice(0, 10).join(', ')}`, path }];
}

function foldValue(value: string | number): string {
  return String(value).toLowerCase().replace(/\s+/g, '');
}

/** The fault of an invalid area. */
export function areaFaults<K extends 'areas' | 'excludedAreas'>(row: Record<K, Values>, path: K): Fault[] {
  const wrong = row[path].find((area) => parseArea(String(area)) === null);
  if (wrong === undefined) return [];
  const message = `Must be latitude, longitude and radius in km, such as 40.71 -74.01 25, not “${wrong}”`;
  return [{ code: 'invalid_area', message, path }];
}

/** The fault of a targeting with too many values, reported at the field with the most. */
export function sizeFaults(row: Readonly<Record<Paired, Values>>): Fault[] {
  const paths = pairs.flat();
  const total = paths.reduce((sum, path) => sum + row[path].length, 0);
  if (total <= maxValues) return [];
  const path = paths.reduce((longest, each) => (row[each].length > row[longest].length ? each : longest));
  const message = `A targeting can have at most ${maxValues.toLocaleString('en-US')} values. Put them in a list.`;
  return [{ code: 'too_many_values', message, path }];
}
