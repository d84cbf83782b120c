import type { IncomingMessage, ServerResponse } from 'node:http';
import { accountOfUid, selectTags, syncTagsOf } from '#engine/sync/syncTags.ts';
import { signalsFromQuery } from '#standards/privacy/privacySignals.ts';
import { sendJson, sendProblem, sendProblems } from '../http/sendResponse.ts';
import { readRequest } from '../imp/requestSignals.ts';
import { bidderCode } from '../rtb/answerPrebid.ts';
import { readJsonBody } from '../rtb/readJsonBody.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { viewerPrivacy } from '../imp/viewerPrivacy.ts';
import { adsBaseUrl } from './adsBaseUrl.ts';
import { readSyncRequest, type SyncRequest, type SyncType } from './readSyncRequest.ts';
import { syncUrlOf } from './syncUrl.ts';
import { readViewerIds, setExchangeId } from './viewerIds.ts';

/** The response to a cookie sync in the format of Prebid Server (standards 2.7). */
export interface CookieSyncResponse {
  /** Whether the browser has an ID of any bidder. */
  status: 'ok' | 'no_cookie';
  /** The syncs that the page should start. */
  bidder_status: {
    /** Public uid of the tag. */
    bidder: string;
    no_cookie: true;
    usersync: { url: string; type: SyncType; supportCORS: false };
  }[];
}

/**
 * Answers POST /cookie_sync: the URLs at which a page's browser gets the IDs of the account's bidders that have none
 * for its viewer yet. 400 with every problem of the body. Without the viewer's permission there are no syncs.
 */
export async function answerCookieSync(
  deps: ServingDeps,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readJsonBody(message);
  if (!body.ok) return sendProblem(message, response, body.status, body.problem);
  const read = readSyncRequest(body.json);
  if (!read.ok) return sendProblems(message, response, 400, read.faults);
  const { request } = read;
  const account = accountOfUid(deps.snapshot(), request.account);
  if (!account && !deps.isSnapshotLoaded()) {
    return sendProblem(message, response, 503, {
      code: 'starting',
      message: 'Not ready yet. Try again in a few seconds',
    });
  }
  if (!account) {
    const fault = { code: 'unknown_account', message: 'No account or channel has this uid', path: 'account' };
    return sendProblems(message, response, 400, [fault]);
  }
  const base = adsBaseUrl(deps.adsUrl, account.domain, message.headers.host);
  const { answer, exchangeId } = chooseSyncs(deps, message, request, { accountId: account.id, base });
  if (exchangeId) response.appendHeader('set-cookie', setExchangeId(exchangeId, base.startsWith('https:')));
  sendJson(message, response, JSON.stringify(answer));
}

/** Chooses the syncs, and a new ID of ours for a viewer without one. */
function chooseSyncs(
  deps: ServingDeps,
  message: IncomingMessage,
  { signals: query, bidders, isCoopSync, limit, allows }: SyncRequest,
  { accountId, base }: { accountId: number; base: string },
): { answer: CookieSyncResponse; exchangeId: string | null } {
  const signals = { ...readRequest(message, deps.isProxyTrusted), query };
  const privacy = viewerPrivacy(deps, signals, () => unknownCountry);
  if (!privacy.mayStoreIds()) return { answer: { status: 'no_cookie', bidder_status: [] }, exchangeId: null };
  const { exchangeId, uids } = readViewerIds(message.headers.cookie, deps.now());
  const areAllBiddersNamed = bidders.length === 0 || bidders.includes(bidderCode);
  const named = new Set(bidders);
  const syncTypeOf = (uid: string) => syncTypes.find((type) => allows(type, [bidderCode, uid]));
  const eligibleTags = syncTagsOf(deps.snapshot(), accountId).filter(
    ({ uid, gvlId }) =>
      (isCoopSync || areAllBiddersNamed || named.has(uid)) &&
      !uids.has(uid) &&
      syncTypeOf(uid) !== undefined &&
      privacy.maySync(gvlId),
  );
  const chosenTags = selectTags(eligibleTags, {
    isNamed: ({ uid }) => named.has(uid),
    seed: Math.floor(deps.random() * 4_294_967_296),
    limit,
  });
  const privacySignals = signalsFromQuery(query, {});
  return {
    answer: {
      status: uids.size > 0 ? 'ok' : 'no_cookie',
      bidder_status: chosenTags.map((tag) => {
        const type = syncTypeOf(tag.uid) ?? 'redirect';
        const url = syncUrlOf(tag, { base, type, signals: privacySignals });
        return { bidder: tag.uid, no_cookie: true, usersync: { url, type, supportCORS: false } };
      }),
    },
    exchangeId: exchangeId === null ? deps.newServeId() : null,
  };
}

/** Sync types in order of preference: an image, or a frame only where the page does not allow images. */
const syncTypes: readonly SyncType[] = ['redirect', 'iframe'];

/** With an unknown country, nothing is done that only some countries' laws allow. */
const unknownCountry = { country: '' };
