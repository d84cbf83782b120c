import { rehearsalUids } from './rehearsalRows.ts';

/** A request of a rehearsal. A POST has a body. */
export interface RehearsalRequest {
  path: string;
  body?: string;
}

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
];

const video = {
  mimes: ['video/mp4', 'video/webm'],
  protocols: [2, 3, 5, 6],
  w: 640,
  h: 360,
  minduration: 5,
  maxduration: 30,
  plcmt: 1,
};
const banner = { format: [{ w: 300, h: 250 }] };

/** Imps of a bid request. */
const impCount = 4;

/**
 * A round of a rehearsal: an ad request, auctions for video and banners, and a supplier’s bid request, each with a page
 * and viewer of its own.
 */
export function rehearsalRequests(round: number): RehearsalRequest[] {
  const { tags, video: videoUid, banner: bannerUid, supplier } = rehearsalUids;
  const page = encodeURIComponent(`https://news${round % 40}.example/article-${round}`);
  return [
    { path: `/vast/${tags}?page=${page}&w=640&h=360&cb=${round}` },
    { path: '/openrtb2/auction', body: bidRequest(round, { tagid: videoUid, video }) },
    { path: '/openrtb2/auction', body: bidRequest(round, { tagid: bannerUid, banner }) },
    { path: `/bid/${supplier}`, body: bidRequest(round, { video }) },
  ];
}

function bidRequest(round: number, offered: object): string {
  const domain = `news${round % 40}.example`;
  return JSON.stringify({
    id: `request-${round}`,
    at: 1,
    tmax: 1000,
    imp: Array.from({ length: impCount }, (_, at) => ({
      id: String(at + 1),
      bidfloor: 0.5,
      secure: 1,
      ...offered,
    })),
    site: { id: 's1', domain, page: `https://${domain}/article-${round}`, publisher: { id: 'p1' }, cat: ['IAB1'] },
    device: {
      ua: agents[round % agents.length],
      ip: `203.0.113.${1 + (round % 250)}`,
      language: 'en',
      devicetype: 2,
      geo: { country: 'USA', region: 'CA' },
    },
    user: { id: `viewer-${round}`, buyeruid: `b-${round}` },
    source: { tid: `t-${round}` },
  });
}
