import type { BidRequest, Device, Ext, Geo, User } from '../openrtb/types.ts';
import { getOrCreate } from '../getOrCreate.ts';
import type { Allowances } from './allowances.ts';
import { coarsePostalCode, roundDegrees, truncateAddress } from './coarseLocation.ts';
import type { Privacy } from './readPrivacy.ts';

/** Device fields that contain IDs. Some are not part of OpenRTB, but are sent all the same. */
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

/** Fields of a device's ext that stay when IDs are withheld: app tracking status and the label of a browser's trial. */
const plainDeviceExt = new Set(['atts', 'cdep']);

/** Fields of a user that stay when IDs are withheld: the consent itself, and those with a rule of their own. */
const plainUser = new Set(['consent', 'geo', 'ext', 'data', 'keywords', 'kwarray']);
const plainUserExt = new Set(['consent', 'ConsentedProvidersSettings', 'consented_providers_settings', 'data']);

/** User fields that contain interests. */
const interests = new Set(['data', 'keywords', 'kwarray', 'customdata']);
const interestsExt = new Set(['data']);

/** Prebid's viewer data for single bidders. */
const bidderData = new Set(['bidderconfig']);

/** Fields of a location that stay when it must not be precise. */
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

/** The viewer's properties that matter here. */
type Audience = Pick<Privacy, 'isChild'>;

/**
 * A bid request without the data that must not be sent. The consent itself (regs, consent) stays as received. Unchanged
 * parts are shared with the original request, which is returned itself when nothing has to be removed.
 */
export function scrubBidRequest(request: BidRequest, allowances: Allowances, audience: Audience): BidRequest {
  return bidRequestScrubber(allowances, audience)(request);
}

/** Scrubs requests that share their parts: the scrubbed device or user is the same object in all of them. */
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

/** The location of a child is removed completely. */
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

/** The object without some fields; the object itself when it has none of them. */
function without<T extends object>(object: T, names: ReadonlySet<string>): T {
  return selectFields(object, names, false);
}

/** The object with only some fields; the object itself when it has no others. */
function only<T extends object>(object: T, names: ReadonlySet<string>): T {
  return selectFields(object, names, true);
}

/** The object with the fields that are, or are not, among `names`. */
function selectFields<T extends object>(object: T, names: ReadonlySet<string>, isIncluded: boolean): T {
  const all = Object.keys(object) as (keyof T & string)[];
  if (all.every((name) => names.has(name) === isIncluded)) return object;
  const copy: Partial<T> = {};
  for (const name of all) if (names.has(name) === isIncluded) copy[name] = object[name];
  return copy as T;
}

/** The changed object; undefined when nothing is left of it. */
function unlessEmptied<T extends object>(before: T | undefined, after: T | undefined): T | undefined {
  return after === before || (after && Object.keys(after).length > 0) ? after : undefined;
}

/** The object with changed fields, undefined removes a field; the object itself when nothing changes. */
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
