import type { ValuesOf } from '../entity/entity.ts';
import type { content } from './content.ts';
import type { deviceDimensions } from './deviceDimensions.ts';
import type { geography } from './geography.ts';
import type { networkDimensions } from './networkDimensions.ts';
import type { origins } from './origins.ts';
import type { player } from './player.ts';
import type { privacy } from './privacy.ts';

export const summarySeparator = ' · ';

const shownValues = 3;
const maxLength = 600;

type ValueField = {
  [K in keyof TargetingValues]: TargetingValues[K] extends string[] ? K : never;
}[keyof TargetingValues];
type BooleanField = {
  [K in keyof TargetingValues]: TargetingValues[K] extends 'any' | 'yes' | 'no' ? K : never;
}[keyof TargetingValues];
type ListField = {
  [K in keyof TargetingValues]: TargetingValues[K] extends number[] ? K : never;
}[keyof TargetingValues];

/** Fields with included and excluded values, and their label in a summary; places need none. */
const values: readonly (readonly [ValueField, ValueField, string])[] = [
  ['countries', 'excludedCountries', ''],
  ['usStates', 'excludedUsStates', 'US'],
  ['regions', 'excludedRegions', ''],
  ['cities', 'excludedCities', ''],
  ['postalCodes', 'excludedPostalCodes', 'Postal'],
  ['dmas', 'excludedDmas', 'DMA'],
  ['devices', 'excludedDevices', ''],
  ['operatingSystems', 'excludedOperatingSystems', ''],
  ['families', 'excludedFamilies', ''],
  ['languages', 'excludedLanguages', 'Language'],
  ['environments', 'excludedEnvironments', 'Environment'],
  ['connections', 'excludedConnections', ''],
  ['carriers', 'excludedCarriers', ''],
  ['playerSizes', 'excludedPlayerSizes', 'Player'],
  ['placements', 'excludedPlacements', ''],
  ['positions', 'excludedPositions', 'Position'],
  ['categories', 'excludedCategories', ''],
  ['genres', 'excludedGenres', 'Genre'],
  ['ratings', 'excludedRatings', 'Rating'],
  ['channelNames', 'excludedChannelNames', 'TV channel'],
  ['networkNames', 'excludedNetworkNames', 'TV network'],
  ['keyValues', 'excludedKeyValues', ''],
];

/** Fields that are counted rather than listed. */
const counted: readonly (readonly [ListField | 'areas', ListField | 'excludedAreas', string])[] = [
  ['areas', 'excludedAreas', 'area'],
  ['appListIds', 'excludedAppListIds', 'list'],
  ['pubListIds', 'excludedPubListIds', 'publisher list'],
  ['creListIds', 'excludedCreListIds', 'creative list'],
];

const booleanFields: readonly (readonly [BooleanField, string])[] = [
  ['deviceId', 'device ID'],
  ['userId', 'user ID'],
  ['skippable', 'skip button'],
  ['livestream', 'live stream'],
  ['gdpr', 'GDPR'],
  ['gpp', 'GPP'],
  ['gpc', 'GPC'],
  ['coppa', 'COPPA'],
  ['limitedTracking', 'limited ad tracking'],
];

/** A short summary of a targeting: "US, CA · not Mobile · 2 lists". Empty = no restriction. */
export function summaryOf(row: TargetingValues): string {
  const parts = [
    ...values.flatMap(([wanted, excluded, label]) => [
      ...valuePart(row[wanted], label, ''),
      ...valuePart(row[excluded], label, 'not '),
    ]),
    ...counted.flatMap(([wanted, excluded, noun]) => [
      ...countPart(row[wanted].length, noun, ''),
      ...countPart(row[excluded].length, noun, 'not '),
    ]),
    ...booleanFields.flatMap(([field, thing]) => {
      const preference = row[field];
      return preference === 'any' ? [] : [`${preference === 'yes' ? 'with' : 'no'} ${thing}`];
    }),
    ...privacyParts(row),
    ...chainParts(row),
    ...(row.hours.length > 0 ? [`${row.hours.length} of 168 hours`] : []),
  ];
  let text = '';
  for (const [index, part] of parts.entries()) {
    const next = index === 0 ? part : `${text}${summarySeparator}${part}`;
    if (next.length > maxLength) return `${text}${summarySeparator}and more`;
    text = next;
  }
  return text;
}

function valuePart(chosen: readonly string[], label: string, no: string): string[] {
  if (chosen.length === 0) return [];
  const shown = chosen.slice(0, shownValues).map((value) => (value.length > 40 ? `${value.slice(0, 39)}…` : value));
  const more = chosen.length > shownValues ? ` +${chosen.length - shownValues}` : '';
  return [`${no}${label === '' ? '' : `${label}: `}${shown.join(', ')}${more}`];
}

function countPart(count: number, noun: string, no: string): string[] {
  return count === 0 ? [] : [`${no}${count} ${noun}${count === 1 ? '' : 's'}`];
}

function privacyParts({ consent, usPrivacy }: TargetingValues): string[] {
  return [
    ...(consent === 'any' ? [] : [consent === 'gdpr' ? 'consent where GDPR applies' : 'consent']),
    ...(usPrivacy === 'any' ? [] : [usPrivacy === 'declared' ? 'US privacy string' : 'no sale opt-out']),
  ];
}

function chainParts({ directOnly, schainMaxNodes, schainComplete }: TargetingValues): string[] {
  return [
    ...(directOnly
      ? ['direct']
      : schainMaxNodes === null
        ? []
        : [`at most ${schainMaxNodes} ${schainMaxNodes === 1 ? 'seller' : 'sellers'}`]),
    ...(schainComplete ? ['complete chain'] : []),
  ];
}

/** The conditions of a targeting, without its name and status. */
export type TargetingValues = ValuesOf<
  typeof geography &
    typeof deviceDimensions &
    typeof origins &
    typeof networkDimensions &
    typeof player &
    typeof content &
    typeof privacy
> & { hours: readonly number[] };
