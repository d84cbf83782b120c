import { isObject } from '../fieldChecks.ts';

/** Maximum number of a publisher's keys; more are ignored, as are longer values. */
const maxKeys = 100;
const maxNameLength = 64;
const maxValueLength = 1024;

/**
 * Every parameter of the platform that describes the viewer, the place or the player: a publisher's key cannot replace
 * it.
 */
export const platformParameters: ReadonlySet<string> = new Set(
  (
    'adtype api app_bundle app_id app_name app_store_id app_store_url app_ver bcat bidfloor bidfloorcur bundle carrier cat cb ' +
    'channel_name city connection connectiontype consent content_episode content_genre content_id content_lang ' +
    'content_len content_rating content_season content_series content_title content_url coppa country deal delivery ' +
    'devicetype did did_type dma dnt domain feed gdpr gdpr_consent geo_country gpc gpp gpp_sid h ifa ifa_type instl inventorypartnerdomain ip isp ' +
    'keywords lang language lat linearity livestream lmt lon make max_dur maxbitrate metro mimes min_dur minbitrate ' +
    'model network_name nvol omidpartner os osv page page_url placement playbackmethod player plcmt pod_dur pod_slots podid ' +
    'pos postal postal_code protocols pub_domain pub_name pubid publisher_domain publisher_name ref region rwdd schain ' +
    'sid skip skipafter skipmin startdelay state stitched sub_id tagid ua uid url us_privacy user_id v vast vast_version ' +
    'w zip'
  ).split(' '),
);

/**
 * Adds a publisher's own keys with simple values to a request's parameters, in lower case: the first source with a key
 * wins, and none replaces a parameter of the platform.
 */
export function addKeyValues(query: Map<string, string>, ...sources: unknown[]): void {
  let left = maxKeys;
  for (const source of sources) {
    if (!isObject(source)) continue;
    for (const key in source) {
      const value = source[key];
      if ((typeof value !== 'string' && typeof value !== 'number') || key.length > maxNameLength) continue;
      const name = key.toLowerCase();
      if (query.has(name) || platformParameters.has(name)) continue;
      const text = String(value).trim();
      if (text === '' || text.length > maxValueLength) continue;
      left -= 1;
      if (left < 0) return;
      query.set(name, text.replace(/\p{Surrogate}/gu, '\ufffd'));
    }
  }
}
