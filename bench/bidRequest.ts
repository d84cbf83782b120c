/** A supplier's bid request for video on a site in the US, from a desktop device. */
export function bidRequest(imps: number): string {
  const video = {
    mimes: ['video/mp4'],
    protocols: [2, 3, 5, 6, 13, 14],
    w: 640,
    h: 360,
    minduration: 5,
    maxduration: 30,
  };
  return JSON.stringify({
    id: 'bench-request',
    at: 1,
    tmax: 1000,
    imp: Array.from({ length: imps }, (_, at) => ({ id: String(at + 1), secure: 1, bidfloor: 0.5, video })),
    site: { id: 's1', domain: 'news.example', page: 'https://news.example/a', publisher: { id: 'p1' } },
    device: {
      ua: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      ip: '203.0.113.9',
      os: 'Windows',
      devicetype: 2,
      geo: { country: 'USA', region: 'CA' },
    },
    badv: ['competitor.example'],
    bcat: ['IAB25', 'IAB26'],
    source: { tid: 't1' },
  });
}
