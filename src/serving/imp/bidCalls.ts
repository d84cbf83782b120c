import { gzipSync } from 'node:zlib';
import { responseLimits } from '#engine/auction/responseLimits.ts';
import type { ImpRequest } from '#engine/auction/impRequest.ts';
import { composeBidRequest } from '#engine/auction/composeBidRequest.ts';
import { composePrebidRequest } from '#engine/auction/composePrebidRequest.ts';
import type { AuctionSetting } from '#engine/auction/types.ts';
import type { PostBody } from '#outbound/bidPoster.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import { createBidRequestWriter, type OpenRtbVersion } from '#standards/openrtb/request/writeBidRequest.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import type { AuctionDeps, CallContext } from './auctionDeps.ts';

/** An outgoing bid request: to one tag, or to all partners behind the Prebid Server. */
export interface BidCall {
  url: string;
  posted: PostBody;
}

/**
 * Creates the outgoing bid requests of one request's auctions. Most of them differ little or not at all: equal parts
 * are built, serialized and compressed once.
 */
export function bidCalls(
  { prebidServerUrl, now }: Pick<AuctionDeps, 'prebidServerUrl' | 'now'>,
  settings: readonly AuctionSetting[],
  { prepareForBidder, headersFor }: CallContext,
): (calls: readonly ImpRequest[]) => BidCall {
  const writer = createBidRequestWriter();
  const imps = new Map<string, Imp>();
  const compressed = new Map<string, Buffer>();
  const bodyOf = (text: string, isGzipped: boolean): string | Buffer =>
    isGzipped ? getOrCreate(compressed, text, () => gzipSync(text, { level: 1 })) : text;
  const headers = new Map<object, Map<string, string[]>>();
  return (calls) => {
    const tag = calls[0]?.candidate.tag;
    const { prebid = null, endpoint = '', version = '2.6', isGzipped = false } = tag?.bidder ?? {};
    if (!tag) throw new Error('no bidder to call');
    const request = prebid
      ? composePrebidRequest(settings, calls, now())
      : composeBidRequest(settings, calls, now(), imps);
    const text = writer.write(prepareForBidder(request, tag), version);
    const viewerHeaderValues = headersFor(tag);
    const headersByVersion = getOrCreate(headers, viewerHeaderValues, () => new Map<string, string[]>());
    return {
      url: prebid ? `${prebidServerUrl ?? ''}/openrtb2/auction` : endpoint,
      posted: {
        isToOperator: prebid !== null,
        maxBytes: responseLimits(calls, (slot) => settings[slot]).bytes,
        body: bodyOf(text, isGzipped),
        headers: getOrCreate(headersByVersion, `${version}${isGzipped ? ' gzip' : ''}`, () =>
          headersOf(viewerHeaderValues, version, isGzipped),
        ),
      },
    };
  };
}

function headersOf(viewerHeaderValues: Record<string, string>, version: OpenRtbVersion, isGzipped: boolean): string[] {
  const coding = isGzipped ? ['content-encoding', 'gzip'] : [];
  return [
    ...Object.entries(viewerHeaderValues).flat(),
    ...['content-type', 'application/json', 'x-openrtb-version', version],
    ...coding,
  ];
}
