import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildChannel } from '#tests/support/engine/buildRows.ts';
import { rawRequest } from './rawRequest.ts';

const { uid } = buildChannel();

let child: ChildProcess;
let url: string;

beforeAll(async () => {
  child = fork(join(import.meta.dirname, 'countingChild.ts'), [], { execArgv: [] });
  [url] = (await once(child, 'message')) as [string];
});
afterAll(async () => {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
});

/** Steps of the process since the last call. */
async function takeSteps(): Promise<number> {
  const answered = once(child, 'message');
  child.send('take');
  const [steps] = (await answered) as [number];
  return steps;
}

/** Repeated texts: words that code searches for, and separators. */
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

/** A request built from texts of some length. */
type Request = (text: string) => Promise<unknown>;

async function stepsOf(request: Request, text: string): Promise<number> {
  await takeSteps();
  await request(text);
  return takeSteps();
}

/** Steps that no text causes: timers, and state of earlier requests. */
const noise = 5000;

/** Four times the length takes at most four times the steps, plus some that do not depend on it. */
async function expectLinear(request: Request, longest: number): Promise<void> {
  await request('a');
  const baseSteps = await stepsOf(request, 'a');
  for (const part of parts) {
    const text = part.repeat(Math.ceil(longest / part.length));
    const some = (await stepsOf(request, text.slice(0, longest / 4))) - baseSteps;
    const fullText = text.slice(0, longest);
    const most = 5 * Math.max(0, some) + noise;
    let more = (await stepsOf(request, fullText)) - baseSteps;
    // Timers of the process may add steps to one request, but hardly to two.
    if (more >= most) more = Math.min(more, (await stepsOf(request, fullText)) - baseSteps);
    expect(more, `${JSON.stringify(part)} takes ${some} and ${more} steps`).toBeLessThan(most);
  }
}

describe('the cost of a request grows at most linearly with its length', () => {
  test.each([`/vast/${uid}`, '/setuid?bidder=tag0000000000002&uid=1', '/sdk/v1/config?key=a', '/sellers.json'])(
    'by its headers, at %s',
    async (path) => {
      await expectLinear((text) => {
        const lines = headers.map((name) => `${name}: ${text}`);
        return rawRequest(url, `GET ${path} HTTP/1.1`, lines);
      }, 900);
    },
  );

  test('by its parameters', async () => {
    await expectLinear((text) => {
      const value = encodeURIComponent(text).slice(0, text.length);
      const query = parameters.map((name) => `${name}=${value}`).join('&');
      return rawRequest(url, `GET /vast/${uid}?${query} HTTP/1.1`);
    }, 1200);
  });

  test.each([`/vast/${uid}?`, '/vast/', '/e/impression/', '/e/error/a.b?', '/n/', '/c/a/', '/media/', '/setuid?', '/'])(
    'by its path %s',
    async (path) => {
      await expectLinear((text) => rawRequest(url, `GET ${path}${text.replaceAll(' ', '+')} HTTP/1.1`), 16_000);
    },
  );

  test.each(['/openrtb2/auction', `/rtb/${uid}`])('by the texts of a bid request at %s', async (path) => {
    await expectLinear((text) => {
      const body = JSON.stringify(bidRequestOf(text));
      const lines = [`content-length: ${Buffer.byteLength(body)}`];
      return rawRequest(url, `POST ${path} HTTP/1.1`, lines, body);
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
