import { macroSynonyms } from '../macroSynonyms.ts';
import type { Query } from '../readQuery.ts';
import type { Allowances } from './allowances.ts';
import { coarsePostalCode, roundDegrees, truncateAddress } from './coarseLocation.ts';
import type { Privacy } from './readPrivacy.ts';

function paramsOf(...macros: string[]): string[] {
  return macroSynonyms.flatMap(({ macro: ownMacros, params }) => (macros.includes(ownMacros) ? params : []));
}

/** Parameters with IDs of the device or viewer, or the viewer's age and gender. */
const ids = new Set([
  ...paramsOf('IFA', 'IFATYPE'),
  'user_id',
  'userid',
  'uid',
  'buyeruid',
  'ppid',
  'eids',
  'idfv',
  'ifv',
  'yob',
  'age',
  'gender',
]);

/** Parameters with the viewer's interests. */
const interests = new Set(['user_keywords', 'user_data', 'user_segments', 'segments', 'customdata']);

const addresses = new Set(paramsOf('DEVICEIP'));
const degrees = new Set(['lat', 'lon', 'latitude', 'longitude', 'lng', ...paramsOf('LATLONG')]);
const postalCodes = new Set(['zip', 'postal', 'postal_code']);

/** Parameters with the viewer's country, region or city. */
const regions = new Set(['country', 'geo_country', 'region', 'state', 'city', 'dma', 'metro']);

/**
 * A request's parameters without the data that must not be sent, so that macros filled from them reveal no more.
 * Returns the same object when nothing has to be removed.
 */
export function scrubQuery(query: Query, allowances: Allowances, { isChild }: Pick<Privacy, 'isChild'>): Query {
  let scrubbed: Map<string, string> | null = null;
  for (const [name, value] of query) {
    const allowed = scrubValue(name, value, allowances, isChild);
    if (allowed === value) continue;
    scrubbed ??= new Map(query);
    if (allowed === '') scrubbed.delete(name);
    else scrubbed.set(name, allowed);
  }
  return scrubbed ?? query;
}

/** The allowed part of a parameter's value; empty for none. */
function scrubValue(name: string, value: string, allowances: Allowances, isChild: boolean): string {
  if (ids.has(name)) return allowances.mayUseIds ? value : '';
  if (interests.has(name)) return allowances.mayProfile ? value : '';
  if (isChild && (degrees.has(name) || postalCodes.has(name) || regions.has(name))) return '';
  if (allowances.mayUsePreciseGeo) return value;
  if (addresses.has(name)) return truncateAddress(value);
  if (degrees.has(name)) return coarseDegrees(value);
  return postalCodes.has(name) ? coarsePostalCode(value) : value;
}

/** Coarse degrees of one number or a list; empty for any other text. */
function coarseDegrees(text: string): string {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return numbers.every(Number.isFinite) ? numbers.map((each) => String(roundDegrees(each))).join(',') : '';
}

/** The allowed part of the viewer's IP address, for macros, headers and bid requests alike. */
export function allowedAddress(address: string, { mayUsePreciseGeo }: Allowances): string {
  return mayUsePreciseGeo ? address : truncateAddress(address);
}
