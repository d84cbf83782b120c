import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { BidPoster } from '#outbound/bidPoster.ts';
import { openTraffic } from '#serving/ivt/openTraffic.ts';
import { buildBidder } from './bidders.ts';
import { startStepCounter, type StepCounter } from './countSteps.ts';
import { rawRequest } from './rawRequest.ts';
import { startTestServing, type TestServing } from './testServing.ts';

const { uid } = buildChannel();

/** Bidders that have no bid: nothing of the network is what is counted here. */
const bids: BidPoster = {
  post(_url, _request, tell) {
    setImmediate(() => tell({ ok: false, reason: 'empty' }));
    return () => undefined;
  },
  close: () => Promise.resolve(),
};

let serving: TestServing;
let counter: StepCounter;

beforeAll(async () => {
  const none = { GEO_CITY_MMDB: [], GEO_ASN_MMDB: [], IVT_BLOCKED_IPS: undefined, IVT_TRUSTED_IPS: undefined };
  const traffic = await openTraffic(
    { ...none, IVT_BLOCKED_AGENTS: undefined, IVT_MAX_PER_MINUTE: 1_000_000 },
    () => undefined,
  );
  serving = await startTestServing({ ...traffic, bids, env: { TRACE_SHARE: '1', TRUST_PROXY: '1' } });
  serving.useTags(
    [
      buildTag({ id: 1, source: 'stored', vastXml: buildVast({ kind: 'inline' }), rate: '0.01', checkIVT: true }),
      buildBidder('https://bidder.example/bid', { id: 2 }),
    ],
    { checkIVT: true },
  );
  counter = await startStepCounter();
});
afterAll(async () => {
  await counter.close();
  await serving.close();
});

/** Texts that strangers repeat: words that are searched for, and characters that separate. */
const parts = [
  'Tizen ',
  'iPhone ',
  'Android;',
  'Version/1.',
  'CFNetwork/',
  'Sony ',
  'a',
  ' ',
  ',',
  ';',
  'a=b; ',
  '&',
  '=',
  '//',
  '@',
  'a.',
  '..',
  ':',
  '~',
  '!',
  'a,1,1!',
  '{',
  '[',
  '${',
  '%',
  '%25',
  'BAAA',
  '0',
  '1,2,',
  '_',
  '-',
  '"a",',
];

const headers = [
  'user-agent',
  'referer',
  'origin',
  'accept-language',
  'cookie',
  'x-forwarded-for',
  'x-device-user-agent',
  'sec-ch-ua',
  'sec-ch-ua-platform',
  'purpose',
  'if-none-match',
  'range',
  'accept-encoding',
  'content-type',
  'authorization',
  'x-requested-with',
];

const parameters =
  'ua url page domain ip app_bundle app_name app_store_url pubid consent gpp gpp_sid us_privacy gdpr schain cat bcat badv content_genre content_url deal protocols mimes api playbackmethod lang did user_id vast pod_dur w lat bidfloor devicetype os region country city carrier startdelay keywords anything'.split(
    ' ',
  );

/** A request that is made of texts of some length. */
type Request = (text: string) => Promise<unknown>;

async function stepsOf(request: Request, text: string): Promise<number> {
  await counter.take();
  await request(text);
  return counter.take();
}

/** Steps that no text is the cause of: timers, and what is remembered of requests before. */
const noise = 5000;

/** Four times the length takes four times the steps at most, and some that do not depend on it. */
async function expectLinear(request: Request, longest: number): Promise<void> {
  await request('a');
  const least = await stepsOf(request, 'a');
  for (const part of parts) {
    const text = part.repeat(Math.ceil(longest / part.length));
    const some = (await stepsOf(request, text.slice(0, longest / 4))) - least;
    const whole = text.slice(0, longest);
    // Timers of the process may add steps to either, but hardly to both.
    const more = Math.min(await stepsOf(request, whole), await stepsOf(request, whole)) - least;
    expect(more, `${JSON.stringify(part)} takes ${some} and ${more} steps`).toBeLessThan(5 * Math.max(0, some) + noise);
  }
}

describe('a request costs at most as much more as it is longer', () => {
  test.each([`/vast/${uid}`, '/setuid?bidder=tag0000000000002&uid=1', '/sdk/v1/config?key=a', '/sellers.json'])(
    'by its headers, at %s',
    async (path) => {
      await expectLinear((text) => {
        const lines = headers.map((name) => `${name}: ${text}`);
        return rawRequest(serving.url, `GET ${path} HTTP/1.1`, lines);
      }, 900);
    },
  );

  test('by its parameters', async () => {
    await expectLinear((text) => {
      const value = encodeURIComponent(text).slice(0, text.length);
      const query = parameters.map((name) => `${name}=${value}`).join('&');
      return rawRequest(serving.url, `GET /vast/${uid}?${query} HTTP/1.1`);
    }, 1200);
  });

  test.each([`/vast/${uid}?`, '/vast/', '/e/impression/', '/e/error/a.b?', '/n/', '/c/a/', '/media/', '/setuid?', '/'])(
    'by its path %s',
    async (path) => {
      await expectLinear((text) => rawRequest(serving.url, `GET ${path}${text.replaceAll(' ', '+')} HTTP/1.1`), 40_000);
    },
  );

  test.each(['/openrtb2/auction', `/rtb/${uid}`])('by the texts of a bid request at %s', async (path) => {
    await expectLinear((text) => {
      const body = JSON.stringify(bidRequestOf(text));
      const lines = [`content-length: ${Buffer.byteLength(body)}`];
      return rawRequest(serving.url, `POST ${path} HTTP/1.1`, lines, body);
    }, 8000);
  });
});

/** A bid request whose texts are all the same. */
function bidRequestOf(text: string): object {
  const place = { page: text, domain: text, cat: [text], keywords: text };
  return {
    id: '1',
    imp: [{ id: '1', tagid: uid, video: { mimes: [text] } }],
    site: { ...place, publisher: { id: text }, content: { genre: text } },
    device: { ua: text, ip: text, ifa: text, os: text, language: text, sua: { model: text } },
    user: { id: text, consent: text },
    regs: { gpp: text, us_privacy: text },
    bcat: [text],
    badv: [text],
    source: { schain: { ver: '1.0', complete: 1, nodes: [{ asi: text, sid: text, hp: 1 }] } },
  };
}
