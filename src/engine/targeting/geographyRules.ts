import { parseArea, type Area, type TargetingRow } from '#model/index.ts';
import { listValue } from '../lists/listSet.ts';
import { foldName, type Location, type RequestTraits } from './requestTraits.ts';
import { canBeUnknown, ruleOf, valueRule, type DimensionRule } from './rule.ts';

/** The rules for the viewer's location. */
export function geographyRules(row: TargetingRow): (DimensionRule | null)[] {
  const policy = row.unknownGeography;
  const upper = (value: string) => value.toUpperCase();
  return [
    valueRule(
      'country',
      { included: row.countries, excluded: row.excludedCountries, policy },
      (traits) => traits.country,
    ),
    valueRule('us_state', { included: row.usStates, excluded: row.excludedUsStates, policy }, usStateOf),
    valueRule(
      'region',
      { included: row.regions, excluded: row.excludedRegions, policy },
      (traits) => traits.region,
      upper,
    ),
    valueRule(
      'city',
      { included: row.cities, excluded: row.excludedCities, policy },
      (traits) => traits.city,
      foldName,
    ),
    valueRule(
      'postal_code',
      { included: row.postalCodes, excluded: row.excludedPostalCodes, policy },
      (traits) => traits.postalCode,
      (code) => listValue('postal', code),
    ),
    valueRule('dma', { included: row.dmas, excluded: row.excludedDmas, policy }, (traits) => traits.dma),
    areaRule(row),
  ];
}

/** The US state of a request; "-" for a request from another country, empty when it is unknown. */
export function usStateOf(traits: RequestTraits): string {
  const { region } = traits;
  if (region.startsWith('US-')) return region.slice(3);
  return traits.country === '' || traits.country === 'US' ? '' : '-';
}

function areaRule(row: TargetingRow): DimensionRule | null {
  const inside = circlesOf(row.areas);
  const outside = circlesOf(row.excludedAreas);
  if (inside.length === 0 && outside.length === 0) return null;
  const isUnknownAllowed = canBeUnknown(row.unknownGeography, inside.length > 0);
  return ruleOf('area', ({ location }) => {
    if (location === null) return isUnknownAllowed;
    if (outside.some((area) => isInside(area, location))) return false;
    return inside.length === 0 || inside.some((area) => isInside(area, location));
  });
}

function circlesOf(areas: readonly string[]): Area[] {
  return areas.map(parseArea).filter((area) => area !== null);
}

const earthRadiusKm = 6371;

/** Whether a place is inside a circle, by great-circle distance. */
export function isInside({ latitude, longitude, radiusKm }: Area, place: Location): boolean {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const chord =
    half(latitude, place.latitude) +
    Math.cos(radians(latitude)) * Math.cos(radians(place.latitude)) * half(longitude, place.longitude);
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord))) <= radiusKm;
}
