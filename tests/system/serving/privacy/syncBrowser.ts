import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import type { TagRow } from '#model/index.ts';
import type { User } from '#standards/openrtb/types.ts';
import type { CookieSyncResponse } from '#serving/sync/answerCookieSync.ts';
import { testVendor } from '../../../privacy/buildTcString.ts';
import type { BidServer } from '../bidders/bidServer.ts';
import type { TestServing } from '../testServing.ts';

/** Our own number in the Global Vendor List. */
export const ownGvlId = 50;

/** Public uid of the test server's channel. */
export const channelUid = buildChannel().uid;

/** A publisher's page in a browser that stores cookies. */
export interface SyncBrowser {
  cookies: Map<string, string>;
  /** All Set-Cookie headers received. */
  received: string[];
  call(path: string, init?: RequestInit, headers?: Record<string, string>): Promise<Response>;
  /** Requests the syncs as Prebid.js does. */
  sync(body?: object, headers?: Record<string, string>): Promise<CookieSyncResponse>;
  /** Follows a sync to the bidder and back. */
  follow(status: CookieSyncResponse['bidder_status'][number] | undefined): Promise<Response>;
  /** The bidder's viewer id when the page requests an ad; undefined also when the bidder is not called. */
  userSentTo(id: number, query?: string, headers?: Record<string, string>): Promise<User | undefined>;
}

/** The page's origin. */
export const page = 'https://publisher.example';

/** Opens a page in a browser without cookies. */
export function openSyncBrowser(serving: TestServing, bidder: BidServer): SyncBrowser {
  const cookies = new Map<string, string>();
  const received: string[] = [];
  const take = (response: Response) => {
    for (const header of response.headers.getSetCookie()) {
      received.push(header);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (header.includes('Max-Age=0;')) cookies.delete(name);
      else cookies.set(name, value);
    }
  };
  const call: SyncBrowser['call'] = async (path, init = {}, headers = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(serving.url + path, {
      ...init,
      headers: { origin: page, ...(cookie === '' ? {} : { cookie }), ...headers },
      redirect: 'manual',
    });
    take(response);
    return response;
  };
  return {
    cookies,
    received,
    call,
    async sync(body = {}, headers = {}) {
      const syncRequest = { uuid: 'x', bidders: ['bidhouse'], account: channelUid, filterSettings: {}, ...body };
      const response = await call(
        '/cookie_sync',
        { method: 'POST', body: JSON.stringify(syncRequest) },
        { 'content-type': 'text/plain', ...headers },
      );
      if (response.status !== 200) throw new Error(`cookie_sync answers ${response.status}`);
      return (await response.json()) as CookieSyncResponse;
    },
    async follow(status) {
      const there = await fetch(status?.usersync.url ?? '', { redirect: 'manual' });
      return call((there.headers.get('location') ?? '').replace('https://ads.example', ''));
    },
    async userSentTo(id, query = '', headers = {}) {
      const count = bidder.requestsAt(`/bid${id}`).length;
      await (await call(`/vast/${channelUid}?${query}`, {}, headers)).text();
      return bidder.requestsAt(`/bid${id}`)[count]?.user;
    },
  };
}

/** A tag of a bidder called at /bid1, /bid2 and so on, with which browsers can sync. */
export function buildBidTag(bidder: BidServer, overrides: Partial<TagRow> & { id: number }): TagRow {
  return buildTag({
    integration: 'RTB',
    endpoint: `${bidder.url}/bid${overrides.id}`,
    syncUrl: `${bidder.url}/sync?to={redirect}`,
    gvlId: testVendor,
    ...overrides,
  });
}

/** The uids of the tags to sync, in order. */
export function biddersOf({ bidder_status: list }: CookieSyncResponse): string[] {
  return list.map(({ bidder }) => bidder).sort();
}
