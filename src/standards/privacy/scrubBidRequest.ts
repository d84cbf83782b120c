import type { BidRequest, Device, Ext, Geo, User } from '../openrtb/types.ts';
import { getOrCreate } from '../getOrCreate.ts';
import type { Allowances } from './allowances.ts';
import { coarsePostalCode, roundDegrees, truncateAddress } from './coarsePlace.ts';
import type { Privacy } from './readPrivacy.ts';

/** Fields of a device that name it. Some are no part of OpenRTB, and sent all the same. */
const deviceIds = new Set([
  'ifa',
  'didsha1',
  'didmd5',
  'dpidsha1',
  'dpidmd5',
  'macsha1',
  'macmd5',
  'mac',
  'did',
  'dpid',
  'idfa',
  'idfv',
  'ifv',
]);

/** What a device's ext may keep when ids are withheld: how far an app may track, and the label of a browser's trial. */
const plainDeviceExt = new Set(['atts', 'cdep']);

/** What a user may keep when ids are withheld: the choice itself, and what has a rule of its own. */
const plainUser = new Set(['consent', 'geo', 'ext', 'data', 'keywords', 'kwarray']);
const plainUserExt = new Set(['consent', 'ConsentedProvidersSettings', 'consented_providers_settings', 'data']);

/** What tells a user's interests. */
const interests = new Set(['data', 'keywords', 'kwarray', 'customdata']);
const interestsExt = new Set(['data']);

/** Prebid's data of the viewer for single bidders. */
const bidderData = new Set(['bidderconfig']);

/** What a place keeps when it must not be exact. */
const coarseGeo = new Set([
  'lat',
  'lon',
  'type',
  'country',
  'region',
  'metro',
  'city',
  'zip',
  'utcoffset',
  'ipservice',
]);

/** Whom the request is about. */
type Audience = Pick<Privacy, 'isChild'>;

/**
 * A bid request without what may not be told. The choices themselves (regs, consent) stay as they came. What is kept is
 * shared with the request given, which is returned itself when nothing has to go.
 */
export function scrubBidRequest(request: BidRequest, allowances: Allowances, audience: Audience): BidRequest {
  return bidRequestScrubber(allowances, audience)(request);
}

/** Scrubs requests that share their parts: what is left of a device or user is the same object in all of them. */
export function bidRequestScrubber(allowances: Allowances, audience: Audience): (request: BidRequest) => BidRequest {
  const users = new Map<User, User>();
  const devices = new Map<Device, Device>();
  const exts = new Map<Ext, Ext>();
  return (request) => {
    const { user, device, ext } = request;
    const scrubbed = user && getOrCreate(users, user, () => scrubUser(user, allowances, audience));
    return withFields(request, {
      user: unlessEmptied(user, scrubbed),
      device: device && getOrCreate(devices, device, () => scrubDevice(device, allowances, audience)),
      ext: ext && getOrCreate(exts, ext, () => scrubRequestExt(ext, allowances)),
    });
  };
}

function scrubUser(user: User, { mayUseIds, mayUsePreciseGeo, mayProfile }: Allowances, audience: Audience): User {
  const known = mayUseIds ? user : only(user, plainUser);
  const scrubbed = mayProfile ? known : without(known, interests);
  const geo = scrubGeo(scrubbed.geo, mayUsePreciseGeo, audience);
  const allowedExt = scrubbed.ext && (mayUseIds ? scrubbed.ext : only(scrubbed.ext, plainUserExt));
  const ext = allowedExt && (mayProfile ? allowedExt : without(allowedExt, interestsExt));
  return withFields(scrubbed, { geo, ext: unlessEmptied(scrubbed.ext, ext) });
}

function scrubDevice(device: Device, { mayUseIds, mayUsePreciseGeo }: Allowances, audience: Audience): Device {
  const known = mayUseIds ? device : without(device, deviceIds);
  const allowedExt = known.ext && (mayUseIds ? known.ext : only(known.ext, plainDeviceExt));
  const ext = unlessEmptied(known.ext, allowedExt);
  const geo = scrubGeo(known.geo, mayUsePreciseGeo, audience);
  if (mayUsePreciseGeo) return withFields(known, { ext, geo });
  const ip = known.ip && (truncateAddress(known.ip) || undefined);
  const ipv6 = known.ipv6 && (truncateAddress(known.ipv6) || undefined);
  return withFields(known, { ext, geo, ip, ipv6 });
}

/** Children's places are not told at all. */
function scrubGeo(geo: Geo | undefined, mayUsePreciseGeo: boolean, { isChild }: Audience): Geo | undefined {
  if (geo === undefined || isChild) return undefined;
  if (mayUsePreciseGeo) return geo;
  return withFields(only(geo, coarseGeo), {
    lat: typeof geo.lat === 'number' ? roundDegrees(geo.lat) : undefined,
    lon: typeof geo.lon === 'number' ? roundDegrees(geo.lon) : undefined,
    zip: typeof geo.zip === 'string' ? coarsePostalCode(geo.zip) || undefined : undefined,
  });
}

function scrubRequestExt(ext: Ext, { mayUseIds, mayProfile }: Allowances): Ext {
  const { prebid } = ext;
  if ((mayUseIds && mayProfile) || typeof prebid !== 'object' || prebid === null) return ext;
  return withFields(ext, { prebid: without(prebid, bidderData) });
}

/** The object without some fields; itself when it has none of them. */
function without<T extends object>(object: T, names: ReadonlySet<string>): T {
  return selectFields(object, names, false);
}

/** The object with nothing but some fields; itself when it has no others. */
function only<T extends object>(object: T, names: ReadonlySet<string>): T {
  return selectFields(object, names, true);
}

/** The object with the fields that are, or are not, among names. */
function selectFields<T extends object>(object: T, names: ReadonlySet<string>, isIncluded: boolean): T {
  const all = Object.keys(object) as (keyof T & string)[];
  if (all.every((name) => names.has(name) === isIncluded)) return object;
  const copy: Partial<T> = {};
  for (const name of all) if (names.has(name) === isIncluded) copy[name] = object[name];
  return copy as T;
}

/** What is left of an object; undefined when that is nothing. */
function unlessEmptied<T extends object>(before: T | undefined, after: T | undefined): T | undefined {
  return after === before || (after && Object.keys(after).length > 0) ? after : undefined;
}

/** The object with other values, undefined to take a field out; itself when they are the ones that it has. */
function withFields<T extends object>(object: T, fields: Partial<T>): T {
  let copy = object;
  for (const name of Object.keys(fields) as (keyof T)[]) {
    const value = fields[name];
    if (object[name] === value) continue;
    if (copy === object) copy = { ...object };
    if (value === undefined) delete copy[name];
    else copy[name] = value;
  }
  return copy;
}
