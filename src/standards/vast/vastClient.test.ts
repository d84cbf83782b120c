import { DOMParser } from '@xmldom/xmldom';
import { VASTParser } from '@dailymotion/vast-client';
import { describe, expect, it } from 'vitest';
import { buildVast, type VastInput } from '../../../tests/support/engine/buildVast.ts';
import { buildTrackingSlots, readFixture, readInline, readWrapper } from '../../../tests/vast/buildVast.ts';
import { compileVast, renderTemplate } from './compileVast.ts';
import { mergeChain } from './mergeChain.ts';

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
    const ad = mergeChain([readWrapper(readFixture('wrapper-4.2'))], readInline(readFixture('inline-4.2')));
    const { ads } = await readAsPlayer(renderTemplate(compileVast(ad, version), slots));
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
