import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import type { VastVersion } from '#standards/vast/types.ts';
import { vastProtocols } from '#standards/vast/vastProtocols.ts';
import { vastVersions } from '#standards/vast/vastVersions.ts';
import { buildAccount, buildAdvertiser, buildChannel, buildTag, messagesOf } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { adMarkup, type AdSketch } from '../../../vast/adMarkup.ts';
import { readVast } from '../../../vast/buildVast.ts';
import { validateVast } from '../../../vast/validateVast.ts';
import { bids, buildBidder, buildBidRequest, buildPageRequest, oneBid } from '../bidders.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';
import { adPaths, type AdPath } from './adPaths.ts';

/** The forms of ads, with the imp that takes each. */
const forms: readonly { form: string; ad: AdSketch; asked: (protocols: number[]) => Partial<Imp> }[] = [
  { form: 'a video', ad: {}, asked: (protocols) => ({ video: { mimes: ['video/mp4'], protocols } }) },
  {
    form: 'an overlay',
    ad: { isOverlay: true },
    asked: (protocols) => ({ video: { mimes: ['video/mp4'], linearity: 2, protocols } }),
  },
  {
    form: 'audio',
    ad: { mime: 'audio/mpeg', bitrate: 128 },
    asked: (protocols) => ({ audio: { mimes: ['audio/mpeg'], protocols } }),
  },
  {
    form: 'audio beside a banner',
    ad: { mime: 'audio/mpeg', bitrate: 128 },
    asked: (protocols) => ({ banner: { w: 300, h: 250 }, audio: { mimes: ['audio/mpeg'], protocols } }),
  },
];

describe.each(vastVersions)('OpenRTB 2.6, 3.2.7: VAST %s is answered where it is the highest listed', (version) => {
  let partner: TagServer;
  let serving: TestServing;
  const channel = buildChannel({ campaignTier: 1 });

  beforeAll(async () => {
    partner = await startTagServer();
    partner.on('/lost', (_request, response) => response.writeHead(204).end());
    serving = await startTestServing({ env: { PREBID_SERVER_URL: partner.url } });
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });

  const { inline, wrapper } = vastProtocols[version];

  function offer(path: AdPath, { ad, isAudio }: { ad: string; isAudio: boolean }): void {
    const rows = {
      demand: [buildAccount()],
      advertiser: [buildAdvertiser()],
      channel: [channel],
      ...path.offer(partner, ad, isAudio ? 'audio' : 'video'),
    };
    for (const message of [{ type: 'reset' } as const, ...messagesOf(rows)]) applyMessage(serving.snapshot, message);
  }

  /** The VAST of the only bid for an imp. */
  async function bidOn(endpoint: string, request: object): Promise<string> {
    const response = await fetch(`${serving.url}${endpoint}`, { method: 'POST', body: JSON.stringify(request) });
    expect(response.status).toBe(200);
    const { seatbid } = (await response.json()) as BidResponse;
    return seatbid?.[0]?.bid[0]?.adm ?? '';
  }

  const validShapes = new Set<string>();

  const expectValid = async (xml: string): Promise<void> => {
    expect(readVast(xml)).toMatchObject({ version, ads: [expect.anything()] });
    // Responses that only differ in their tokens have the same shape.
    const shape = xml.replace(/Ad id="[^"]*"/g, '').replace(/(\/[en]\/(?:\w+\/)?)[\w.-]+/g, '$1');
    if (!validShapes.has(shape)) expect(await validateVast(xml, version)).toEqual([]);
    validShapes.add(shape);
  };

  for (const { form, ad, asked } of forms) {
    test.each(adPaths)(`in \`protocols\`, by $name: ${form}`, async (path) => {
      // As it was written, in the version itself; rewritten, in any other.
      for (const written of [version, version === '3.0' ? '4.2' : '3.0'] as const) {
        const needsIds = written >= '4.0';
        const markup = needsIds ? asFour(adMarkup({ ...ad, version: written })) : adMarkup({ ...ad, version: written });
        offer(path, { ad: markup, isAudio: form.startsWith('audio') });
        const imp = { id: '1', ...asked([inline]) };
        await expectValid(await bidOn(`/rtb/${channel.uid}`, buildBidRequest({ imp: [imp] })));
      }
    });
  }

  test('in `protocols` of a page with Prebid.js', async () => {
    const [path] = adPaths;
    if (!path) throw new Error('no path');
    offer(path, { ad: adMarkup(), isAudio: false });
    const video = { mimes: ['video/mp4'], protocols: [2, inline] };
    const request = buildPageRequest(channel.uid, { imp: [{ id: '1', video }] });
    await expectValid(await bidOn('/openrtb2/auction', request));
  });

  test.each(['vast', 'vast_version', 'v'])('in `%s` of a VAST tag, and without an ad too', async (name) => {
    // Rewritten, as its delivery is not stated: players of higher versions play lower ones as they were written.
    serving.useTags([buildTag({ source: 'stored', url: '', vastXml: adMarkup({ delivery: '' }) })]);
    await expectValid((await serving.requestAd(`${name}=${version}`)).xml);
    serving.useTags([]);
    const { xml } = await serving.requestAd(`${name}=${version}`);
    expect(readVast(xml)).toMatchObject({ version, ads: [] });
    expect(await validateVast(xml, version)).toEqual([]);
  });

  test('in a wrapper around a tag that the player follows', async () => {
    const url = `${partner.url}/tag`;
    serving.useTags([buildTag({ url, handling: 'wrap' })]);
    const { xml } = await serving.requestAd(`protocols=${inline},${wrapper}`);
    await expectValid(xml);
    expect(readVast(xml).ads).toMatchObject([{ kind: 'wrapper', vastAdTagUri: url }]);
  });

  test('VAST 4.3, 3.19: in a wrapper of a bid, which loses no verification, extension, flag or tracker', async () => {
    const written = buildVast({ kind: 'wrapper', to: 'https://next.example/', follows: false, fallsBack: true })
      .replace('<Impression>', '<Extensions><Extension type="own"><Own>1</Own></Extension></Extensions>$&')
      .replace('<VASTAdTagURI>', `${omid}<Creatives><Creative>${muted}</Creative></Creatives>$&`);
    for (const from of ['4.2', '4.3']) {
      const adm = written.replace('"4.2"', `"${from}"`);
      partner.on(
        '/bid',
        bids((request) => oneBid(request, { price: 5, adm })),
      );
      serving.useTags([buildBidder(`${partner.url}/bid`, { handling: 'wrap' })]);
      const imp = { id: '1', video: { mimes: ['video/mp4'], protocols: [wrapper] } };
      const xml = await bidOn(`/rtb/${channel.uid}`, buildBidRequest({ imp: [imp] }));
      await expectValid(xml);
      const [ad] = readVast(xml).ads;
      const flags = version === '2.0' ? {} : { followAdditionalWrappers: false, fallbackOnNoAd: true };
      expect(ad).toMatchObject({ kind: 'wrapper', adVerifications: [{ attributes: { vendor: 'v' } }], ...flags });
      for (const each of ['<Own>1</Own>', 'https://w.example/mute']) expect(xml).toContain(each);
    }
  });

  test('in a pod, from 3.0 on', async () => {
    const stored = (id: number) =>
      buildTag({ id, source: 'stored', url: '', vastXml: buildVast({ kind: 'inline', file: `film-${id}` }) });
    serving.useTags([stored(1), stored(2)], { podSlots: 2 });
    const { xml } = await serving.requestAd(`vast=${version}`);
    expect(await validateVast(xml, version)).toEqual([]);
    const { version: answered, ads } = readVast(xml);
    const positions = version === '2.0' ? [undefined] : [1, 2];
    expect([answered, ads.map(({ sequence }) => sequence)]).toEqual([version, positions]);
  });

  test('as the version of the channel, unless the request asks for a lower one', async () => {
    serving.useTags([buildTag({ source: 'stored', url: '', vastXml: adMarkup() })], { answerVersion: version });
    await expectValid((await serving.requestAd('')).xml);
    await expectValid((await serving.requestAd('vast=4.3')).xml);
    const lower = vastVersions[Math.max(vastVersions.indexOf(version) - 1, 0)] as VastVersion;
    expect(readVast((await serving.requestAd(`vast=${lower}`)).xml).version).toBe(lower);
  });
});

const omid =
  '<AdVerifications><Verification vendor="v"><JavaScriptResource apiFramework="omid">https://w.example/omid.js</JavaScriptResource></Verification></AdVerifications>';
const muted =
  '<Linear><TrackingEvents><Tracking event="mute">https://w.example/mute</Tracking></TrackingEvents></Linear>';

/** An ad with the namespace, and in the order, of VAST 4.x. */
function asFour(xml: string): string {
  return xml
    .replace('<VAST', '<VAST xmlns="http://www.iab.com/VAST"')
    .replace(/(<AdTitle>.*?<\/AdTitle>)(<Error>.*<\/Impression>)/, '$2$1');
}
