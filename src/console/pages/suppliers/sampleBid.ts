import { requestText } from '../../lib/requestText.ts';

/** Media type of the imp. */
export type SampleForm = 'video' | 'banner' | 'native' | 'audio';

const nativeRequest = {
  ver: '1.2',
  context: 1,
  plcmttype: 1,
  eventtrackers: [{ event: 1, methods: [1] }],
  assets: [
    { id: 1, required: 1, title: { len: 90 } },
    { id: 2, required: 1, img: { type: 3, wmin: 1200, hmin: 627 } },
    { id: 3, data: { type: 1, len: 25 } },
  ],
};

const shapes: Record<SampleForm, Record<string, unknown>> = {
  video: {
    video: {
      mimes: ['video/mp4'],
      protocols: [2, 3, 5, 6, 7, 8],
      minduration: 5,
      maxduration: 30,
      w: 640,
      h: 360,
      startdelay: 0,
      linearity: 1,
      plcmt: 1,
    },
  },
  banner: { banner: { format: [{ w: 300, h: 250 }], pos: 1 } },
  native: { native: { ver: '1.2', request: JSON.stringify(nativeRequest) } },
  audio: { audio: { mimes: ['audio/mpeg'], protocols: [2, 3, 5, 6, 7, 8], minduration: 5, maxduration: 30, feed: 3 } },
};

/** A complete OpenRTB 2.6 test request with made-up values and one imp. */
export function sampleBid(form: SampleForm): Record<string, unknown> {
  return {
    id: '5d1e88c2-sample',
    test: 1,
    at: 1,
    tmax: 300,
    cur: ['USD'],
    imp: [{ id: '1', bidfloor: 0.5, bidfloorcur: 'USD', secure: 1, ...shapes[form] }],
    site: {
      id: 'site-1',
      domain: 'site.example',
      page: 'https://site.example/article',
      cat: ['IAB1'],
      publisher: { id: 'publisher-1', domain: 'publisher.example' },
    },
    device: {
      ua: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      ip: '203.0.113.7',
      devicetype: 2,
      language: 'en',
      geo: { country: 'USA', type: 2 },
    },
    user: { id: 'user-1' },
    regs: { coppa: 0, gdpr: 0 },
    source: { fd: 0, tid: '4b1de2a6-sample' },
  };
}

/** A shell command that sends a bid request. Its text must not contain single quotes. */
export function bidCommand(url: string, request: Record<string, unknown>, hasKey: boolean): string {
  return [
    `curl -i -X POST '${url}' \\`,
    `  -H 'content-type: application/json' \\`,
    `  -H 'x-openrtb-version: 2.6' \\`,
    ...(hasKey ? [`  -H 'authorization: Bearer YOUR_KEY' \\`] : []),
    `  --data '${requestText(request)}'`,
  ].join('\n');
}
