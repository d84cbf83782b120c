import { gzipSync } from 'node:zlib';
import { answerBounds } from '#engine/auction/answerBounds.ts';
import type { Ask } from '#engine/auction/ask.ts';
import { composeBidRequest } from '#engine/auction/composeBidRequest.ts';
import { composePrebidRequest } from '#engine/auction/composePrebidRequest.ts';
import type { AuctionSetting } from '#engine/auction/types.ts';
import type { Posted } from '#outbound/bidPoster.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import { createBidRequestWriter, type OpenRtbVersion } from '#standards/openrtb/writeBidRequest.ts';
import { remembered } from '#standards/remembered.ts';
import type { AuctionDeps, CallContext } from './auctionDeps.ts';

/** A bid request on its way: of one tag, or of all partners behind the Prebid Server. */
export interface BidCall {
  url: string;
  posted: Posted;
}

/**
 * The bid requests of one request's auctions. Most of them differ in little or nothing: what is alike is made, written,
 * compressed and described once.
 */
export function bidCalls(
  { prebidServerUrl, now }: Pick<AuctionDeps, 'prebidServerUrl' | 'now'>,
  settings: readonly AuctionSetting[],
  { forBidder, headersFor }: CallContext,
): (asks: readonly Ask[]) => BidCall {
  const writer = createBidRequestWriter();
  const imps = new Map<string, Imp>();
  const bodies: { text: string; isGzipped: boolean; body: Buffer }[] = [];
  const bodyOf = (text: string, isGzipped: boolean): Buffer => {
    const known = bodies.find((each) => each.text === text && each.isGzipped === isGzipped);
    if (known) return known.body;
    const body = isGzipped ? gzipSync(text, { level: 1 }) : Buffer.from(text);
    bodies.push({ text, isGzipped, body });
    return body;
  };
  const headers = new Map<object, Map<string, string[]>>();
  return (asks) => {
    const tag = asks[0]?.candidate.tag;
    const { prebid = null, endpoint = '', version = '2.6', isGzipped = false } = tag?.bidder ?? {};
    if (!tag) throw new Error('no bidder to call');
    const request = prebid
      ? composePrebidRequest(settings, asks, now())
      : composeBidRequest(settings, asks, now(), imps);
    const text = writer.write(forBidder(request, tag), version);
    const viewer = headersFor(tag);
    const kinds = remembered(headers, viewer, () => new Map<string, string[]>());
    return {
      url: prebid ? `${prebidServerUrl ?? ''}/openrtb2/auction` : endpoint,
      posted: {
        isToOperator: prebid !== null,
        mostBytes: answerBounds(asks, (slot) => settings[slot]).bytes,
        body: bodyOf(text, isGzipped),
        headers: remembered(kinds, `${version}${isGzipped ? ' gzip' : ''}`, () =>
          headersOf(viewer, version, isGzipped),
        ),
      },
    };
  };
}

function headersOf(viewer: Record<string, string>, version: OpenRtbVersion, isGzipped: boolean): string[] {
  const coding = isGzipped ? ['content-encoding', 'gzip'] : [];
  return [
    ...Object.entries(viewer).flat(),
    ...['content-type', 'application/json', 'x-openrtb-version', version],
    ...coding,
  ];
}
