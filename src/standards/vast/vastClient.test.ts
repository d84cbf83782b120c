import { DOMParser } from '@xmldom/xmldom';
import { VASTParser } from '@dailymotion/vast-client';
import { describe, expect, it } from 'vitest';
import { buildVast, type VastInput } from '../../../tests/support/engine/buildVast.ts';
import { buildTrackingSlots, readFixture, readInline, readVast, readWrapper } from '../../../tests/vast/buildVast.ts';
import { compileVast, renderTemplate } from './compileVast.ts';
import { mergeChain } from './mergeChain.ts';
import { spliceAd } from './spliceAd.ts';
import type { VastVersion } from './types.ts';
import { vastVersions } from './vastVersions.ts';

const slots = buildTrackingSlots();

interface PlayerUrl {
  url: string;
}

/** The part of the library's model that matters here. */
interface PlayerResponse {
  ads: readonly {
    impressionURLTemplates: readonly PlayerUrl[];
    errorURLTemplates: readonly string[];
    adVerifications: readonly unknown[];
    creatives: readonly {
      type: string;
      duration: number;
      skipDelay: number | null;
      mediaFiles: readonly unknown[];
      trackingEvents: Readonly<Record<string, readonly string[]>>;
      videoClickThroughURLTemplate: PlayerUrl;
      videoClickTrackingURLTemplates: readonly PlayerUrl[];
    }[];
  }[];
}

/** A chain in a version, as parsed by a widespread client library. */
function readChain(version: VastVersion): Promise<PlayerResponse> {
  const ad = mergeChain([readWrapper(readFixture('wrapper-4.2'))], readInline(readFixture('inline-4.2')));
  return readAsPlayer(renderTemplate(compileVast(ad, version), slots));
}

/** A response as parsed by a widespread client library. */
async function readAsPlayer(xml: string): Promise<PlayerResponse> {
  const parser = new VASTParser();
  // The library needs a browser's document; this one has everything that it uses.
  const document: unknown = new DOMParser().parseFromString(xml, 'text/xml');
  const response: unknown = await parser.parseVAST(document as Parameters<typeof parser.parseVAST>[0]);
  return response as PlayerResponse;
}

describe('a response as read by vast-client', () => {
  it.each(['2.0', '3.0', '4.2'] as const)('contains our trackers and those of the chain in %s', async (version) => {
    const { ads } = await readChain(version);
    expect(ads).toHaveLength(1);
    expect(ads[0]?.impressionURLTemplates.map((one) => one.url)).toEqual([
      slots.impression,
      'https://ridge.example/imp',
      'https://lake.example/imp?ts=[TIMESTAMP]',
    ]);
    expect(ads[0]?.errorURLTemplates[0]).toBe(slots.error);
    const linear = ads[0]?.creatives[0];
    expect(linear).toMatchObject({ type: 'linear', duration: 15 });
    expect(linear?.mediaFiles).toHaveLength(2);
    expect(linear?.trackingEvents.start).toEqual([
      slots.start,
      'https://ridge.example/start',
      'https://lake.example/start',
    ]);
    for (const event of ['firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const) {
      expect(linear?.trackingEvents[event]).toEqual([slots[event]]);
    }
    expect(linear?.videoClickThroughURLTemplate.url).toBe('https://lake.example/landing?utm=1&x=2');
    expect(linear?.videoClickTrackingURLTemplates[0]?.url).toBe(slots.click);
    expect(linear?.skipDelay).toBe(version === '2.0' ? null : 3.75);
    expect(ads[0]?.adVerifications).toHaveLength(2);
  });

  it('VAST 4.3, 3.3.1: has every stand-alone ad, so a response to one bid has no ads beside its own', async () => {
    const beside: VastInput[] = [{ kind: 'inline' }, { kind: 'inline' }];
    const { ads } = await readAsPlayer(
      buildVast({ kind: 'wrapper', to: 'https://a.example/', fallsBack: true, beside }),
    );
    expect(ads).toHaveLength(3);
  });
});

/** The documents of the fixtures that a strict parser reads. */
const documents = [
  'inline-2.0',
  'inline-4.0',
  'inline-4.2',
  'inline-4.3',
  'overlay-3.0',
  'wrapper-2.0',
  'wrapper-3.0',
  'wrapper-4.2',
];

/** Events that every version has. */
const events = 'start firstQuartile midpoint thirdQuartile complete mute unmute pause resume'.split(' ');

/** The properties of a player's first ad that no version loses. */
function essence({ ads: [ad] }: PlayerResponse): object {
  const linear = ad?.creatives.find(({ type }) => type === 'linear');
  const isTheirs = (url: string) => !url.startsWith('https://ours.example/');
  const theirs = (urls: readonly PlayerUrl[] = []) => urls.map(({ url }) => url).filter(isTheirs);
  return {
    impressions: theirs(ad?.impressionURLTemplates),
    verifications: ad?.adVerifications.length,
    files: linear?.mediaFiles.length ?? 0,
    duration: linear && linear.duration > 0 ? linear.duration : 0,
    landingPage: linear?.videoClickThroughURLTemplate?.url,
    clicks: theirs(linear?.videoClickTrackingURLTemplates),
    tracking: events.map((event) => linear?.trackingEvents[event]?.filter(isTheirs) ?? []),
    companions: ad?.creatives.filter(({ type }) => type === 'companion').length,
    overlays: ad?.creatives.filter(({ type }) => type === 'nonlinear').length,
  };
}

describe.each(documents)('VAST 2.0 to 4.3: an ad of the document %s, as a player reads it', (name) => {
  const source = readFixture(name);
  const [ad] = readVast(source).ads;
  if (!ad) throw new Error('no ad there');

  it.each(vastVersions)(
    'loses nothing in VAST %s, as it was written or rewritten, and has our trackers once',
    async (version) => {
      const written = spliceAd(ad, version);
      const rewritten = compileVast({ ...ad, pricing: undefined }, version);
      for (const template of [rewritten, ...(version === ad.source?.version && written ? [written] : [])]) {
        const response = await readAsPlayer(renderTemplate(template, slots));
        expect(response.ads).toHaveLength(1);
        const [played] = response.ads;
        const impressions = played?.impressionURLTemplates.map(({ url }) => url) ?? [];
        expect(impressions.filter((url) => url === slots.impression)).toHaveLength(1);
        expect(played?.errorURLTemplates.filter((url) => url === slots.error)).toHaveLength(1);
        // The library knows no prefixes of elements.
        const asWritten = essence(await readAsPlayer(source.replaceAll(/(<\/?)v:/g, '$1')));
        // Wrappers have a landing page from 4.2 on.
        const hasNoPage = ad.kind === 'wrapper' && version < '4.2';
        expect(essence(response)).toEqual(hasNoPage ? { ...asWritten, landingPage: undefined } : asWritten);
      }
    },
  );
});
