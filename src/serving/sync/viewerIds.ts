import type { TagFacts } from '#engine/plan/plan.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import type { RequestFacts } from '../imp/requestFacts.ts';
import type { ViewerPrivacy } from '../imp/viewerPrivacy.ts';
import { cookieOf, setCookie } from './cookies.ts';
import { readUids, writeUids, type StoredUids } from './storedUids.ts';

/** Who a browser's cookies say that its viewer is. */
export interface ViewerIds {
  /** Our own id of the viewer; null when it has none. */
  exchangeId: string | null;
  /** Those of bidders. */
  uids: StoredUids;
}

const exchangeCookie = 'bhid';
const uidsCookie = 'uids';

/** How long our own id is kept, in seconds: 60 days, whatever is done in them. */
const exchangeIdSeconds = 60 * 86_400;

/** Reads the ids in a Cookie header; they are the browser's word. `now` in milliseconds since the epoch. */
export function readViewerIds(header: string | undefined, now: number): ViewerIds {
  const exchangeId = cookieOf(header, exchangeCookie) ?? '';
  return {
    exchangeId: /^[\w-]{16}$/.test(exchangeId) ? exchangeId : null,
    uids: readUids(cookieOf(header, uidsCookie), now),
  };
}

/** The Set-Cookie header that gives a browser an id of ours. */
export function setExchangeId(id: string, isSecure: boolean): string {
  return setCookie(exchangeCookie, id, { maxAgeS: exchangeIdSeconds, isSecure });
}

/** The Set-Cookie header by which a browser keeps ids of bidders until the last of them expires, or forgets them all. */
export function setUids(uids: StoredUids, now: number, isSecure: boolean): string {
  const last = Math.max(now, ...[...uids.values()].map(({ expiresAt }) => expiresAt));
  return setCookie(uidsCookie, writeUids(uids), { maxAgeS: Math.ceil((last - now) / 1000), isSecure });
}

/**
 * Tells a bidder who the viewer of a bid request is: by our id, and by the id that it has given itself and no other. A
 * request that a server sends in place of a browser has no cookies of the viewer's.
 */
export function viewerIdAdder(
  { headers, isRelayed = false }: RequestFacts,
  privacy: ViewerPrivacy,
  now: number,
): (request: BidRequest, tag: Pick<TagFacts, 'uid' | 'gvlId'>) => BidRequest {
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
