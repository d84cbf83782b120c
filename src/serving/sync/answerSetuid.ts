import type { IncomingMessage, ServerResponse } from 'node:http';
import { bidderOfUid, type SyncTag } from '#engine/sync/syncTags.ts';
import type { Fault } from '#standards/openrtb/fault.ts';
import type { Query } from '#standards/readQuery.ts';
import { sendBlankPage, sendPixel, sendProblem, sendProblems } from '../http/sendResponse.ts';
import { readRequest } from '../imp/requestSignals.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { viewerPrivacy } from '../imp/viewerPrivacy.ts';
import { adsBaseUrl } from './adsBaseUrl.ts';
import { isStorable, withoutUid, withUid } from './storedUids.ts';
import { isSectionIds } from './readSyncRequest.ts';
import { readViewerIds, setExchangeId, setUids } from './viewerIds.ts';

/**
 * Answers GET /setuid?bidder=…&uid=…, to which a bidder redirects a browser with its ID of the viewer. The browser
 * stores the ID, or deletes its current one when the bidder sends none. 400 with every problem, 451 where the viewer's
 * choices do not allow IDs to be stored; else an image, or a blank page for frames (f=b). HEAD gets the same response
 * and sets no cookie.
 */
export function answerSetuid(deps: ServingDeps, message: IncomingMessage, response: ServerResponse): void {
  const signals = readRequest(message, deps.isProxyTrusted);
  const { query } = signals;
  const snapshot = deps.snapshot();
  const bidder = bidderOfUid(snapshot, query.get('bidder') ?? '');
  if (!bidder && !deps.isSnapshotLoaded()) {
    return sendProblem(message, response, 503, {
      code: 'starting',
      message: 'Not ready yet. Try again in a few seconds',
    });
  }
  const faults = faultsOf(query, bidder !== undefined);
  if (!bidder || faults.length > 0) return sendProblems(message, response, 400, faults);
  const uid = query.get('uid') ?? '';
  // With an unknown country, nothing is done that only some countries' laws allow.
  const privacy = viewerPrivacy(deps, signals, () => ({ country: '' }));
  if (uid !== '' && !privacy.maySync(bidder.gvlId)) {
    const text = 'The viewer’s privacy choices do not allow IDs to be stored';
    return sendProblem(message, response, 451, { code: 'not_allowed', message: text });
  }
  if (message.method !== 'HEAD') setCookies(deps, message, response, { bidder, uid });
  if (query.get('f')?.toLowerCase() === 'b') sendBlankPage(message, response);
  else sendPixel(message, response);
}

/** Sets the cookie with the updated IDs of bidders, and our own where there is none. */
function setCookies(
  deps: ServingDeps,
  message: IncomingMessage,
  response: ServerResponse,
  { bidder, uid }: { bidder: SyncTag; uid: string },
): void {
  const now = deps.now();
  const { domain } = deps.snapshot().rows.demand.get(bidder.demandId ?? 0) ?? {};
  const isSecure = adsBaseUrl(deps.adsUrl, domain, message.headers.host).startsWith('https:');
  const { exchangeId, uids } = readViewerIds(message.headers.cookie, now);
  if (uid !== '') {
    response.appendHeader('set-cookie', setUids(withUid(uids, bidder.uid, uid, now), now, isSecure));
    if (exchangeId === null) response.appendHeader('set-cookie', setExchangeId(deps.newServeId(), isSecure));
  } else if (uids.has(bidder.uid)) {
    // Deletion needs no permission.
    response.appendHeader('set-cookie', setUids(withoutUid(uids, bidder.uid), now, isSecure));
  }
}

function faultsOf(query: Query, isKnown: boolean): Fault[] {
  const faults: Fault[] = [];
  const fault = (code: string, message: string, path: string) => faults.push({ code, message, path });
  if (!query.has('bidder')) fault('required', 'Required: the uid of a tag', 'bidder');
  else if (!isKnown) fault('unknown_bidder', 'No active OpenRTB tag has this uid', 'bidder');
  if (!isStorable(query.get('uid') ?? '')) fault('too_long', 'At most 1,000 characters when encoded', 'uid');
  if (!/^[ib]$/i.test(query.get('f') ?? 'i')) fault('unknown_value', 'Must be i or b', 'f');
  if (!/^[01]$/.test(query.get('gdpr') ?? '0')) fault('unknown_value', 'Must be 0 or 1', 'gdpr');
  if (!isSectionIds(query.get('gpp_sid') ?? '')) {
    fault('invalid', 'Must be comma-separated section IDs', 'gpp_sid');
  }
  return faults;
}
