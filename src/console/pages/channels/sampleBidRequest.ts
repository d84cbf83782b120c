/** Environment of a sample bid request. */
export type SampleKind = 'web' | 'app' | 'ctv';

/** A complete OpenRTB 2.6 test request with made-up values and one video imp. */
export function sampleBidRequest(kind: SampleKind): Record<string, unknown> {
  return {
    id: '8f0c7d3e-sample',
    test: 1,
    at: 1,
    tmax: 300,
    cur: ['USD'],
    imp: [
      {
        id: '1',
        bidfloor: 0.5,
        bidfloorcur: 'USD',
        secure: 1,
        video: {
          mimes: ['video/mp4'],
          protocols: [2, 3, 5, 6, 7, 8],
          minduration: 5,
          maxduration: 30,
          ...(kind === 'ctv' ? { w: 1920, h: 1080 } : { w: 640, h: 360 }),
          startdelay: 0,
          linearity: 1,
          plcmt: 1,
          ...(kind === 'ctv' ? { poddur: 60, maxseq: 4 } : { skip: 1, skipafter: 5 }),
        },
      },
    ],
    ...places[kind],
    user: { id: 'user-1' },
    regs: { coppa: 0, gdpr: 0, us_privacy: '1YNN' },
    source: { fd: 1, tid: '4b1de2a6-sample' },
  };
}

const publisher = { id: 'publisher-1', name: 'Example publisher', domain: 'publisher.example' };
const geo = { country: 'USA', region: 'NY', type: 2 };

const places: Record<SampleKind, Record<string, unknown>> = {
  web: {
    site: { id: 'site-1', domain: 'site.example', page: 'https://site.example/article', cat: ['IAB1'], publisher },
    device: {
      ua: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      ip: '203.0.113.7',
      devicetype: 2,
      language: 'en',
      geo,
    },
  },
  app: {
    app: {
      id: 'app-1',
      name: 'Example app',
      bundle: 'com.example.app',
      storeurl: 'https://store.example/app',
      cat: ['IAB1'],
      publisher,
    },
    device: {
      ua: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
      ip: '203.0.113.7',
      devicetype: 4,
      os: 'Android',
      osv: '14',
      ifa: '38400000-8cf0-11bd-b23e-10b96e40000d',
      lmt: 0,
      language: 'en',
      geo,
    },
  },
  ctv: {
    app: {
      id: 'app-2',
      name: 'Example channel',
      bundle: '123456',
      storeurl: 'https://store.example/channel',
      content: { title: 'Example episode', series: 'Example series', genre: 'Drama', len: 1800, livestream: 0 },
      publisher,
    },
    device: {
      ua: 'Roku/DVP-12.5 (12.5.0.4178)',
      ip: '203.0.113.7',
      devicetype: 3,
      make: 'Roku',
      os: 'Roku OS',
      osv: '12.5',
      ifa: '38400000-8cf0-11bd-b23e-10b96e40000d',
      lmt: 0,
      language: 'en',
      geo,
    },
  },
};
