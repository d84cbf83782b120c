import type { CompiledTag } from '#engine/plan/plan.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import type { RequestSignals } from '../imp/requestSignals.ts';
import type { ViewerPrivacy } from '../imp/viewerPrivacy.ts';
import { readUids, writeUids, type StoredUids } from './storedUids.ts';

/** The viewer's IDs in a browser's cookies. */
export interface ViewerIds {
  /** Our own ID of the viewer; null when there is none. */
  exchangeId: string | null;
  /** IDs of bidders. */
  uids: StoredUids;
}

const exchangeCookie = 'bhid';
const uidsCookie = 'uids';

/** Lifetime of our own ID in seconds: 60 days after it was set, regardless of use. */
const exchangeIdSeconds = 60 * 86_400;

/** Parses the IDs in a Cookie header. They are unverified. `now` in milliseconds since the epoch. */
export function readViewerIds(header: string | undefined, now: number): ViewerIds {
  const exchangeId = cookieOf(header, exchangeCookie) ?? '';
  return {
    exchangeId: /^[\w-]{16}$/.test(exchangeId) ? exchangeId : null,
    uids: readUids(cookieOf(header, uidsCookie), now),
  };
}

/** The Set-Cookie header that stores our own ID. */
export function setExchangeId(id: string, isSecure: boolean): string {
  return setCookie(exchangeCookie, id, { maxAgeS: exchangeIdSeconds, isSecure });
}

/**
 * The Set-Cookie header that stores bidders' IDs until the last of them expires. Without any ID it deletes the cookie.
 */
export function setUids(uids: StoredUids, now: number, isSecure: boolean): string {
  const last = Math.max(now, ...[...uids.values()].map(({ expiresAt }) => expiresAt));
  return setCookie(uidsCookie, writeUids(uids), { maxAgeS: Math.ceil((last - now) / 1000), isSecure });
}

/**
 * Adds the viewer's IDs to a bid request: our own, and the bidder's own and no other bidder's. Requests that a server
 * sends in place of a browser do not have the viewer's cookies.
 */
export function viewerIdAdder(
  { headers, isRelayed = false }: RequestSignals,
  privacy: ViewerPrivacy,
  now: number,
): (request: BidRequest, tag: Pick<CompiledTag, 'uid' | 'gvlId'>) => BidRequest {
  const { cookie } = headers;
  if (cookie === undefined || isRelayed) return (request) => request;
  let ids: ViewerIds | undefined;
  return (request, { uid, gvlId }) => {
    if (!privacy.mayStoreIds()) return request;
    const { exchangeId, uids } = (ids ??= readViewerIds(cookie, now));
    const storedUid = privacy.maySync(gvlId) ? uids.get(uid) : undefined;
    if (exchangeId === null && !storedUid) return request;
    const user = {
      ...request.user,
      ...(exchangeId === null ? {} : { id: exchangeId }),
      ...(storedUid ? { buyeruid: storedUid.uid } : {}),
    };
    return { ...request, user };
  };
}

/** Lifetime of a cookie in seconds (0 = delete it), and whether it is limited to https. */
export interface CookieOptions {
  maxAgeS: number;
  isSecure: boolean;
}

/** The value of a cookie in a Cookie header, the first if there are several; undefined without one. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const separator = part.indexOf('=');
    if (separator > 0 && part.slice(0, separator).trim() === name) return part.slice(separator + 1).trim();
  }
  return undefined;
}

/**
 * Builds a Set-Cookie header. Browsers send cookies from pages of other sites only over https. Without https, which is
 * for trials on one machine, only pages of the same site send it.
 */
export function setCookie(name: string, value: string, { maxAgeS, isSecure }: CookieOptions): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; ${isSecure ? 'SameSite=None; Secure' : 'SameSite=Lax'}`;
}
