import { httpRequest } from './httpRequest.ts';
import { channelUid } from './servedSnapshot.ts';

/** GET requests for the VAST of the first `channels` channels in turn, each with a page, size and viewer of its own. */
export function adRequests(count: number, channels: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    httpRequest(index, `/vast/${channelUid(index % channels)}?${queryOf(index)}`),
  );
}

function queryOf(index: number): string {
  return new URLSearchParams({
    url: `https://news${index % 40}.example/section/${index % 13}/article-${index}`,
    w: String(640 + 16 * (index % 4)),
    h: String(360 + 9 * (index % 4)),
    cb: String((index * 7919) % 1_000_003),
  }).toString();
}
