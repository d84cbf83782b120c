import pbjs from 'prebid.js';
import 'prebid.js/modules/consentManagementTcf';
import 'prebid.js/modules/prebidServerBidAdapter';
import 'prebid.js/modules/schain';
import type { AdUnitDefinition } from 'prebid.js/types.d.ts';
import { startAdPlayer } from './startAdPlayer.ts';
import { provideConsent } from './provideConsent.ts';
import { showResult } from './showResult.ts';

const element = document.querySelector<HTMLElement>('#bidding');

/** A value that the server put into the page. */
const pageValue = (name: string) => element?.dataset[name] ?? '';
const bidder = 'bidhouse';
const timeoutMs = 2500;

const shared = { secure: location.protocol === 'https:' ? 1 : 0 } as const;
const frontPageDeal = { id: pageValue('deal'), bidfloor: 3, bidfloorcur: 'USD', at: 1 };

const banners: AdUnitDefinition[] = [
  {
    code: 'billboard',
    mediaTypes: {
      banner: {
        sizes: [
          [970, 250],
          [728, 90],
        ],
      },
    },
    ortb2Imp: { ...shared, pmp: { private_auction: 0, deals: [frontPageDeal] } },
    bids: [{ bidder, params: { channel: pageValue('display') } }],
  },
  {
    code: 'rectangle',
    mediaTypes: { banner: { sizes: [[300, 250]] } },
    ortb2Imp: shared,
    bids: [{ bidder, params: { channel: pageValue('display') } }],
  },
];
const video: AdUnitDefinition = {
  code: 'programme',
  mediaTypes: {
    video: {
      context: 'instream',
      playerSize: [[640, 360]],
      mimes: ['video/mp4'],
      protocols: [2, 3, 5, 6],
      minduration: 5,
      maxduration: 30,
      startdelay: 0,
      plcmt: 1,
      linearity: 1,
      playbackmethod: [2],
    },
  },
  ortb2Imp: shared,
  bids: [{ bidder, params: { channel: pageValue('video') } }],
};

provideConsent();
pbjs.que.push(() => {
  pbjs.setConfig({
    priceGranularity: 'medium',
    bidderTimeout: timeoutMs,
    // VAST stays in the page instead of a cache on a server.
    cache: { url: '', useLocal: true },
    s2sConfig: {
      // Any channel of the account identifies it.
      accountId: pageValue('display'),
      bidders: [bidder],
      enabled: true,
      timeout: timeoutMs - 500,
      endpoint: pageValue('endpoint'),
      syncEndpoint: pageValue('sync'),
    },
    consentManagement: { gdpr: { cmpApi: 'iab', timeout: 1000 } },
    schain: {
      config: { ver: '1.0', complete: 1, nodes: [{ asi: 'wrapper.example', sid: pageValue('publisher'), hp: 1 }] },
    },
    ortb2: { site: { publisher: { id: pageValue('publisher'), name: 'Daily News', domain: 'news.example' } } },
  });

  void pbjs.requestBids({
    adUnits: [...banners, video],
    timeout: timeoutMs,
    bidsBackHandler: () => {
      for (const { code } of banners) showBanner(code);
      playVideo();
    },
  });
});
void pbjs.processQueue();

function bestOf(code: string) {
  return pbjs.getHighestCpmBids(code)[0];
}

/** The price bucket that an ad server would get. */
function bucketOf(code: string): string {
  const bucket: unknown = pbjs.getAdserverTargetingForAdUnitCode(code)['hb_pb'];
  return typeof bucket === 'string' ? bucket : '';
}

/** Renders a slot's winning banner into a frame. */
function showBanner(code: string): void {
  const bid = bestOf(code);
  showResult(code, bid, bucketOf(code));
  const slot = document.getElementById(code);
  if (!bid || !slot) return;
  const frame = document.createElement('iframe');
  frame.title = 'Advertisement';
  frame.width = String(bid.width);
  frame.height = String(bid.height);
  // Without these a document has margins around its content.
  frame.marginWidth = '0';
  frame.marginHeight = '0';
  frame.scrolling = 'no';
  slot.replaceChildren(frame);
  if (frame.contentDocument) pbjs.renderAd(frame.contentDocument, bid.adId);
}

/** Plays the content after the slot's winning ad. */
function playVideo(): void {
  const bid = bestOf(video.code);
  showResult(video.code, bid, bucketOf(video.code));
  const stage = document.getElementById(video.code);
  const list = document.querySelector('#events');
  if (!stage || !list) return;
  if (bid) pbjs.markWinningBidAsUsed({ adId: bid.adId, events: true });
  startAdPlayer({
    element: stage,
    tagUrl: bid && 'vastXml' in bid && bid.vastXml ? addressOf(bid.vastXml) : '',
    log(text) {
      const item = document.createElement('li');
      item.textContent = text;
      list.append(item);
    },
  });
}

/** Creates an object URL from which a player loads VAST. */
function addressOf(vast: string): string {
  return URL.createObjectURL(new Blob([vast], { type: 'application/xml' }));
}
