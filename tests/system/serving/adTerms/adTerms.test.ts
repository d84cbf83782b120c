import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { applyMessage, planOf } from '#engine/snapshot/snapshot.ts';
import { ratesOf } from '#engine/snapshot/rates.ts';
import { readTraits } from '#engine/targeting/readTraits.ts';
import type { TraceRecord } from '#events/record/records.ts';
import type { CandidateReason } from '#model/index.ts';
import { createStoredMarkup } from '#serving/vast/storedMarkup.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { Audio, Imp, Video } from '#standards/openrtb/types.ts';
import { buildAccount, buildAdvertiser, buildChannel, messagesOf } from '#tests/support/engine/buildRows.ts';
import { replayTrace } from '#tests/support/engine/replayTrace.ts';
import { adMarkup, type AdSketch } from '../../../vast/adMarkup.ts';
import { validateVast } from '../../../vast/validateVast.ts';
import { buildBidRequest } from '../bidders.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';
import { adPaths, type AdPath } from './adPaths.ts';

/** A rule: what is asked, an ad that breaks it, with its reason and OpenRTB loss reason, and one that fits. */
interface Rule {
  title: string;
  asked: Partial<Imp>;
  breaks: AdSketch;
  reason: CandidateReason;
  loss: number;
  fits: AdSketch;
  /** The request of the one that fits, where nothing fits the one above. */
  askedOfFitting?: Partial<Imp>;
}

const video = (asked: Partial<Video>): Partial<Imp> => ({ video: { mimes: ['video/mp4'], ...asked } });
const audio = (asked: Partial<Audio>): Partial<Imp> => ({ audio: { mimes: ['audio/mpeg'], ...asked } });
const song: AdSketch = { mime: 'audio/mpeg', bitrate: 128 };
const script: AdSketch = { mime: 'application/javascript', api: 'VPAID' };
const durfloors = [
  { maxdur: 15, bidfloor: 0.1 },
  { mindur: 16, bidfloor: 50 },
];
const film =
  '<MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[https://cdn.example/b]]></MediaFile>';

const rules: readonly Rule[] = [
  rule('3.2.7: linearity 2 gets no linear ad', video({ linearity: 2 }), {}, 'linearity', 204, { isOverlay: true }),
  rule('3.2.7: linearity 1 gets no overlay', video({ linearity: 1 }), { isOverlay: true }, 'linearity', 204, {}),
  rule('3.2.7: mimes', video({ mimes: ['video/webm'] }), {}, 'file_type', 204, { mime: 'video/webm' }),
  rule('3.2.7: maxbitrate', video({ maxbitrate: 1000 }), {}, 'file_type', 204, { bitrate: 800 }),
  rule('3.2.7: delivery', video({ delivery: [1] }), {}, 'file_type', 204, { delivery: 'streaming' }),
  rule('3.2.7: rqddurs', video({ rqddurs: [6, 30] }), {}, 'duration', 200, { seconds: 30 }),
  rule('3.2.7: minduration', video({ minduration: 20 }), {}, 'duration', 200, { seconds: 20 }),
  rule('3.2.7: maxduration', video({ maxduration: 10 }), {}, 'duration', 200, { seconds: 10 }),
  rule('3.2.7: no api', video({}), script, 'protocol', 204, { ...script, beside: film }),
  rule('3.2.7: api 7 alone', video({ api: [7] }), script, 'protocol', 204, {}),
  rule('3.2.7: skip 0', video({ skip: 0 }), { isSkippable: true }, 'attribute_blocked', 210, {}),
  rule('3.2.7: a pod takes no unknown duration', video({ podid: 'p' }), { seconds: 0 }, 'duration', 200, {}),
  rule('3.2.7: battr 16', video({ battr: [16] }), { isSkippable: true }, 'attribute_blocked', 210, {}),
  {
    ...rule('3.2.7: protocols 1', video({ protocols: [1] }), {}, 'protocol', 204, {}),
    askedOfFitting: video({ protocols: [3] }),
  },
  rule('3.2.7: a video is not audio', video({ mimes: ['video/mp4', 'audio/mpeg'] }), song, 'wrong_media_type', 204, {}),
  rule('3.2.8: audio is no video', audio({ mimes: ['audio/mpeg', 'video/mp4'] }), {}, 'wrong_media_type', 204, song),
  rule('3.2.8: audio is no overlay', audio({}), { isOverlay: true }, 'wrong_media_type', 204, song),
  rule('3.2.8: mimes', audio({}), { ...song, mime: 'audio/ogg' }, 'file_type', 204, { ...song, mime: 'audio/mp3' }),
  rule('3.2.8: maxduration', audio({ maxduration: 10 }), song, 'duration', 200, { ...song, seconds: 10 }),
  rule('3.2.7: mincpmpersec', video({ mincpmpersec: 0.1 }), { seconds: 59 }, 'below_floor', 100, { seconds: 5 }),
  rule('3.2.35: durfloors', video({ durfloors }), { seconds: 16 }, 'below_floor', 100, {}),
  rule(
    '3.2.35: an unknown duration costs the most',
    video({ durfloors, maxduration: 60 }),
    { seconds: 0 },
    'below_floor',
    100,
    {},
  ),
  rule('3.2.8: mincpmpersec', audio({ mincpmpersec: 0.1 }), { ...song, seconds: 59 }, 'below_floor', 100, {
    ...song,
    seconds: 5,
  }),
  rule('3.2.7: companionad', video({ companionad: [{ w: 300, h: 250 }] }), { companions: ['728x90'] }, 'size', 203, {
    companions: ['728x90', '300x250'],
  }),
  rule('3.2.8: companiontype', audio({ companiontype: [3] }), { ...song, companions: ['300x250'] }, 'size', 203, {
    ...song,
    companions: ['300x250'],
    required: 'none',
  }),
  rule('3.2.4: secure', { ...video({}), secure: 1 }, { url: 'http://cdn.example/ad' }, 'not_secure', 207, {}),
];

function rule(
  title: string,
  asked: Partial<Imp>,
  breaks: AdSketch,
  reason: CandidateReason,
  loss: number,
  fits: AdSketch,
): Rule {
  return { title, asked, breaks, reason, loss, fits };
}

describe('what is sold is what was asked for', () => {
  let partner: TagServer;
  let serving: TestServing;
  const channel = buildChannel({ campaignTier: 1 });
  const validShapes = new Set<string>();

  beforeAll(async () => {
    partner = await startTagServer();
    partner.on('/lost', (_request, response) => response.writeHead(204).end());
    serving = await startTestServing({ env: { PREBID_SERVER_URL: partner.url, TRACE_SHARE: '1' } });
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });

  const sell = async (path: AdPath, asked: Partial<Imp>, ad: AdSketch): Promise<Response> => {
    const rows = {
      demand: [buildAccount()],
      advertiser: [buildAdvertiser()],
      channel: [channel],
      ...path.offer(partner, adMarkup(ad), asked.audio ? 'audio' : 'video'),
    };
    for (const message of [{ type: 'reset' } as const, ...messagesOf(rows)]) applyMessage(serving.snapshot, message);
    serving.traces.length = 0;
    partner.seen.length = 0;
    const body = JSON.stringify(buildBidRequest({ imp: [{ id: '1', ...asked }] }));
    return fetch(`${serving.url}/rtb/${channel.uid}`, { method: 'POST', body });
  };

  for (const path of adPaths) {
    test.each(rules)(`OpenRTB 2.6, $title: ${path.name}`, async ({ asked, breaks, reason, loss, fits, ...of }) => {
      const refused = await sell(path, asked, breaks);
      expect([refused.status, reasonIn(path)]).toEqual([204, reason]);
      const notified = path.isBid ? [`/lost?code=${loss}`] : [];
      await vi.waitFor(() => expect(lostAt(partner)).toEqual(notified), { interval: 5 });
      const sold = await sell(path, of.askedOfFitting ?? asked, fits);
      expect([sold.status, reasonIn(path)]).toEqual([200, null]);
      const { seatbid } = (await sold.json()) as BidResponse;
      const { adm = '' } = seatbid?.[0]?.bid[0] ?? {};
      // Responses that only differ in their tokens have the same shape.
      const shape = adm.replace(/Ad id="[^"]*"/g, '').replace(/(\/[en]\/(?:\w+\/)?)[\w.-]+/g, '$1');
      if (!validShapes.has(shape)) expect(await validateVast(adm, '3.0')).toEqual([]);
      validShapes.add(shape);
    });
  }

  test('a trace of a version that did not record what was asked of tags is replayed as it was decided', async () => {
    const [path] = adPaths.filter(({ name }) => name === 'an ad tag');
    if (!path) throw new Error('no such path');
    await sell(path, video({ maxduration: 10 }), {});
    const [trace] = serving.traces;
    if (!trace?.body.auction) throw new Error('no trace');
    const { adTerms, ...auction } = trace.body.auction;
    expect(adTerms).toMatchObject({ video: { maxduration: 10 } });
    const earlier = replay(serving, { ...trace, body: { ...trace.body, auction } });
    expect(earlier?.outcomes.find(({ tagId }) => tagId === 1)?.reason).toBeNull();
  });

  /** The reason in the only trace, whose replay has the same outcomes. */
  function reasonIn(path: AdPath): string | null | undefined {
    const [trace] = serving.traces;
    if (!trace || serving.traces.length > 1) throw new Error('not exactly one trace');
    const recorded = trace.body.candidates.map(({ tagId, reason }) => [tagId, reason]);
    const replayed = replay(serving, trace)?.outcomes.map(({ tagId, reason }) => [tagId, reason]);
    expect(replayed).toEqual(recorded);
    return path.reasonIn(trace.body);
  }
});

function lostAt(partner: TagServer): string[] {
  return partner.seen.map(({ url }) => url).filter((url) => url.startsWith('/lost'));
}

function replay({ snapshot }: TestServing, trace: TraceRecord): ReturnType<typeof replayTrace> {
  const plan = planOf(snapshot, trace.origin.channelId);
  if (!plan) throw new Error('the channel is gone');
  const { params, headers, address } = trace.body.request;
  const { read, creativeOf } = createStoredMarkup();
  const traits = readTraits(
    { query: new Map(Object.entries(params)), headers, peer: address, locate: () => null },
    { environment: plan.environment, zoneHours: plan.zoneHours, now: trace.at },
  );
  const body = JSON.parse(JSON.stringify(trace.body)) as TraceRecord['body'];
  return replayTrace(body, { plan, readStored: read, creativeOf, rates: ratesOf(snapshot), traits });
}
