/**
 * Bodies of a supplier's bid requests for video on sites in the US, from Windows desktops, each with a page and viewer
 * of its own.
 */
export function bidRequests(count: number, imps: number): string[] {
  return Array.from({ length: count }, (_, index) => JSON.stringify(bidRequest(index, imps)));
}

function bidRequest(index: number, imps: number) {
  const video = {
    mimes: ['video/mp4'],
    protocols: [2, 3, 5, 6, 13, 14],
    w: 640,
    h: 360,
    minduration: 5,
    maxduration: 30,
  };
  const site = index % 40;
  return {
    id: `request-${index}`,
    at: 1,
    tmax: 1000,
    imp: Array.from({ length: imps }, (_, at) => ({ id: String(at + 1), secure: 1, bidfloor: 0.5, video })),
    site: {
      id: `s${site}`,
      domain: `news${site}.example`,
      page: `https://news${site}.example/section/${index % 13}/article-${index}`,
      publisher: { id: `p${site}` },
    },
    device: {
      ua: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (index % 41)}.0.0.0 Safari/537.36`,
      ip: `203.0.${index % 251}.${1 + (index % 241)}`,
      os: 'Windows',
      devicetype: 2,
      geo: { country: 'USA', region: 'CA' },
    },
    user: { id: `viewer-${(index * 7919) % 100_003}`, buyeruid: `b-${index}` },
    badv: ['competitor.example'],
    bcat: ['IAB25', 'IAB26'],
    source: { tid: `t-${index}` },
  };
}
