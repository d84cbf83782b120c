import type { IpLocation } from '#engine/targeting/ipLocation.ts';
import { countryCodeOf } from '#model/reference/countryCodes.ts';
import { regionCodeOf } from './regionCodeOf.ts';

/** The location of an address, without its network. */
export type GeoLocation = Omit<IpLocation, 'asn' | 'organisation'>;

/** The network that an address belongs to. */
export type Network = Pick<IpLocation, 'asn' | 'organisation'>;

type Entry = Readonly<Record<string, unknown>>;

/**
 * Parses an entry of a city database: flat (country_code, state1, city …) or nested as MaxMind and DB-IP write it
 * (country.iso_code, subdivisions, city.names.en …). Returns null when it has no country.
 */
export function readGeoLocation(entry: unknown): GeoLocation | null {
  if (!isEntry(entry)) return null;
  const country = countryCodeOf(text(entry['country_code']) || text(part(entry, 'country')['iso_code']));
  if (country === '') return null;
  const nested = part(entry, 'location');
  return {
    country,
    region: regionOf(country, entry),
    city: text(entry['city']) || nameOf(part(entry, 'city')),
    postalCode: text(entry['postcode']) || text(part(entry, 'postal')['code']),
    dma: country === 'US' ? text(nested['metro_code']) : '',
    location: locationOf(entry) ?? locationOf(nested),
  };
}

/** Parses an entry of a database of autonomous systems. Returns null when it names none. */
export function readNetwork(entry: unknown): Network | null {
  if (!isEntry(entry)) return null;
  const number = Number(text(entry['autonomous_system_number'] ?? entry['asn']).replace(/^AS/i, ''));
  if (!Number.isInteger(number) || number <= 0) return null;
  return { asn: number, organisation: text(entry['autonomous_system_organization'] ?? entry['as_name']) };
}

function regionOf(country: string, entry: Entry): string {
  const subdivisions = entry['subdivisions'];
  const first: unknown = Array.isArray(subdivisions) ? subdivisions[0] : undefined;
  if (!isEntry(first)) return regionCodeOf(country, text(entry['state1']));
  const code = text(first['iso_code']).toUpperCase();
  return /^[A-Z0-9]{1,3}$/.test(code) ? `${country}-${code}` : regionCodeOf(country, nameOf(first));
}

function locationOf({ latitude, longitude }: Entry): IpLocation['location'] {
  const place = { latitude: number(latitude), longitude: number(longitude) };
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null;
}

function nameOf(entry: Entry): string {
  return text(part(entry, 'names')['en']);
}

function part(entry: Entry, name: string): Entry {
  const value = entry[name];
  return isEntry(value) ? value : {};
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** NaN for other values. Some databases write numbers as text. */
function number(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}
