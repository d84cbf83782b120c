import { agents } from './agents.ts';
import { channelUid } from './servedSnapshot.ts';

/** Media type of the imps of an auction. */
export type BenchMedia = 'video' | 'banner';

/** Bodies of POST /openrtb2/auction for the first channel, each with a page, viewer and device of its own. */
export function auctionRequests(count: number, imps: number, media: BenchMedia): string[] {
  return Array.from({ length: count }, (_, index) => JSON.stringify(auctionRequest(index, imps, media)));
}

/** One of these requests, as an object. */
export function auctionRequest(index: number, imps: number, media: BenchMedia) {
  const offered =
    media === 'banner'
      ? { banner: { format: [{ w: 300, h: 250 }] } }
      : {
          video: {
            mimes: ['video/mp4', 'video/webm'],
            protocols: [2, 3, 5, 6],
            w: 640,
            h: 360,
            minduration: 5,
            maxduration: 30,
            placement: 1,
            plcmt: 1,
          },
        };
  return {
    id: `request-${index}`,
    tmax: 1000,
    at: 1,
    imp: Array.from({ length: imps }, (_, at) => ({
      id: String(at + 1),
      tagid: channelUid(0),
      bidfloor: 0.5,
      secure: 1,
      ...offered,
    })),
    site: {
      id: `s${index % 40}`,
      domain: `news${index % 40}.example`,
      page: `https://news${index % 40}.example/section/${index % 13}/article-${index}`,
      publisher: { id: String(index % 40) },
      cat: [`IAB${1 + (index % 25)}`],
    },
    device: {
      ua: agents[index % agents.length],
      ip: `203.0.${index % 251}.${1 + (index % 241)}`,
      language: 'en',
      devicetype: 2,
      geo: { country: 'USA', region: 'CA' },
    },
    user: { id: `viewer-${(index * 7919) % 100_003}`, buyeruid: `b-${index}` },
    source: { tid: `t-${index}` },
  };
}
