import { describe, expect, it } from 'vitest';
import { buildInlineAd, buildTrackingSlots, readFixture, readInline, readVast } from '../../../tests/vast/buildVast.ts';
import { validateVast } from '../../../tests/vast/validateVast.ts';
import { compileVast, renderTemplate } from './compileVast.ts';
import { renderPod } from './renderPod.ts';
import { renderWrapper } from './renderWrapper.ts';
import type { VastVersion } from './types.ts';
import { vastVersions } from './vastVersions.ts';

const versions = vastVersions.filter((version) => version !== '2.0');
const slotsOf = (name: string) => buildTrackingSlots({ impression: `https://ours.example/e/impression/${name}` });

describe('renderPod', () => {
  const responses = (version: VastVersion): string[] => [
    renderTemplate(compileVast(readInline(readFixture('inline-4.2')), version), slotsOf('one')),
    renderWrapper({ version, adId: 'tag', adTagUri: 'https://demand.example/vast', slots: slotsOf('two') }),
    renderTemplate(compileVast(buildInlineAd({ adTitle: '<Ad> & </VAST>', sequence: 7 }), version), slotsOf('three')),
  ];

  it.each(versions)('is valid %s', async (version) => {
    expect(await validateVast(renderPod(responses(version)), version)).toEqual([]);
  });

  it.each(versions)('numbers the ads of %s in order, each with its own trackers', (version) => {
    const { ads } = readVast(renderPod(responses(version)));
    expect(ads.map(({ kind, sequence }) => [kind, sequence])).toEqual([
      ['inline', 1],
      ['wrapper', 2],
      ['inline', 3],
    ]);
    expect(ads.map(({ impressions }) => impressions[0]?.url.split('/').at(-1))).toEqual(['one', 'two', 'three']);
    expect(ads[2]).toMatchObject({ adTitle: '<Ad> & </VAST>' });
  });

  it('leaves the ads otherwise unchanged', () => {
    const [first = '', second = ''] = responses('4.2');
    const { sequence: _sequence, ...inPod } = readInline(renderPod([first, second]));
    const { sequence: _none, ...alone } = readInline(first);
    expect(inPod).toEqual(alone);
  });
});
