import { randomUUID } from 'node:crypto';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { alpha3Of } from '#model/reference/countryCodes.ts';
import type { DemoViewer } from './audiences.ts';
import type { DemoChannel } from './demoChannels.ts';
import { tagParams, publisherIdOf } from './demoInventory.ts';
import { demoDeals } from './rtb/buyers.ts';

/** A page view with one banner. */
export interface BannerView {
  plan: DemoChannel;
  /** UID of its channel. */
  uid: string;
  adsUrl: string;
  viewer: DemoViewer;
  /** The share of views that offer the banner under the publisher's deal. */
  dealShare: number;
  random: () => number;
}

const sizes = [
  { w: 970, h: 250 },
  { w: 300, h: 250 },
] as const;
const clickShare = 0.01;

/**
 * Views a page with a banner like a browser with Prebid.js: requests bids, shows the banner by requesting what its
 * markup loads, and sometimes clicks it. Rejects when the page cannot be reached.
 */
export async function viewBanner({ plan, uid, adsUrl, viewer, dealShare, random }: BannerView): Promise<void> {
  const site = plan.sites[Math.floor(random() * plan.sites.length)] ?? '';
  const page = `https://${site}/article/${Math.floor(random() * 50)}`;
  const headers = { 'user-agent': viewer.agent, referer: page };
  const size = sizes[Math.floor(random() * sizes.length)] ?? sizes[0];
  const hasDeal = random() < dealShare;
  const request: BidRequest = {
    id: randomUUID(),
    tmax: 1000,
    imp: [
      {
        id: 'banner',
        secure: 1,
        banner: { format: [size] },
        ...(hasDeal ? { pmp: { private_auction: 0, deals: [{ id: demoDeals.frontPage, bidfloor: 3 }] } } : {}),
        ext: { data: tagParams(plan, random), prebid: { bidder: { bidhouse: { channel: uid } } } },
      },
    ],
    device: { ua: viewer.agent, ip: viewer.address, geo: { country: alpha3Of(viewer.country), type: 2 } },
    ...privacyOf(viewer),
    site: { page, domain: site, publisher: { id: publisherIdOf(plan), name: plan.subpublisher } },
    ext: { prebid: { channel: { name: 'pbjs', version: '11.36.0' } } },
  };
  const answer = await fetch(`${adsUrl}/openrtb2/auction`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(10_000),
  });
  const { seatbid } = (await answer.json()) as BidResponse;
  const bid = seatbid?.[0]?.bid[0];
  if (!bid?.adm) return;
  const load = async (url: string) => {
    const loaded = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    await loaded.arrayBuffer();
  };
  const loads = [...(bid.nurl ? [bid.nurl] : []), ...imagesIn(bid.adm)];
  await Promise.all(loads.map(load));
  if (random() >= clickShare) return;
  // The link's target, and what a script in the markup calls on a click.
  await Promise.all(
    [...urlsAt(bid.adm, /<a[^>]*\shref="([^"]+)"/g), ...urlsAt(bid.adm, /"(https?:[^"\\]+\/e\/click\/[^"\\]+)"/g)].map(
      load,
    ),
  );
}

/** A viewer's privacy signals in the fields of OpenRTB 2.6. */
function privacyOf({ choice }: DemoViewer): Pick<BidRequest, 'regs'> {
  const { gdpr, us_privacy: usPrivacy } = choice.params;
  if (gdpr === undefined && usPrivacy === undefined) return {};
  return {
    regs: {
      ...(gdpr === undefined ? {} : { gdpr: gdpr === '1' ? (1 as const) : (0 as const) }),
      ...(usPrivacy === undefined ? {} : { us_privacy: usPrivacy }),
    },
  };
}

/** The image URLs of markup. */
export function imagesIn(markup: string): string[] {
  return urlsAt(markup, /<img[^>]*\ssrc="([^"]+)"/g);
}

function urlsAt(markup: string, pattern: RegExp): string[] {
  return [...markup.matchAll(pattern)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
}
