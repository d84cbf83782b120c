import { describe, expect, test } from 'vitest';
import { resolveVast, type ResolveOptions } from './resolveVast.ts';
import type { ResponseAd, VastResult, VideoAd, Wrapper } from './types.ts';

const trackersOf = (name: string) => ({
  impressions: [`${name}/i`],
  errors: [`${name}/e`],
  tracking: [{ event: 'start', url: `${name}/s`, offset: '' }],
  clickTracking: [`${name}/c`],
  verificationNotExecuted: [],
});

const videoAd = (name: string, clickThrough = ''): VideoAd => ({
  ...trackersOf(name),
  clickThrough,
  skipOffset: '',
  duration: 10,
  files: [],
});

const inline = (name: string, sequence: number | null = null, clickThrough = ''): ResponseAd => ({
  kind: 'inline',
  sequence,
  ad: videoAd(name, clickThrough),
  errors: [`${name}/e`],
});

const wrapper = (name: string, tagUrl: string, more: Partial<Wrapper> & { sequence?: number } = {}): ResponseAd => {
  const { sequence = null, ...flags } = more;
  const defaults = { clickThrough: '', followAdditionalWrappers: true, allowMultipleAds: false, fallbackOnNoAd: false };
  return { kind: 'wrapper', sequence, wrapper: { ...trackersOf(name), tagUrl, ...defaults, ...flags } };
};

/** Resolves `start` among responses by URL; a missing URL does not respond. */
function resolve(responses: Record<string, readonly ResponseAd[] | number>, acceptsPods = false) {
  const requestedUrls: string[] = [];
  const how: ResolveOptions = {
    acceptsPods,
    async fetch(url) {
      requestedUrls.push(url);
      if (!(url in responses)) throw new Error('no response');
      return url;
    },
    read(text): VastResult {
      const ads = responses[text] ?? [];
      return typeof ads === 'number' ? { ok: false, code: ads } : { ok: true, errors: [`${text}/none`], ads };
    },
  };
  return resolveVast('start', how).then((resolved) => ({ ...resolved, requestedUrls }));
}

const namesOf = (ads: readonly VideoAd[]) => ads.map(({ impressions }) => impressions.join(' '));

describe('a tag is resolved', () => {
  test('through its wrappers, with all of their trackers, the outermost first', async () => {
    const { ads, faults } = await resolve({
      start: [wrapper('outer', 'second', { clickThrough: 'outer/land' })],
      second: [wrapper('inner', 'third', { clickThrough: 'inner/land' })],
      third: [inline('ad')],
    });
    expect(faults).toEqual([]);
    expect(ads).toEqual([
      {
        ...videoAd('ad'),
        impressions: ['outer/i', 'inner/i', 'ad/i'],
        errors: ['outer/e', 'inner/e', 'ad/e'],
        tracking: ['outer/s', 'inner/s', 'ad/s'].map((url) => ({ event: 'start', url, offset: '' })),
        clickTracking: ['outer/c', 'inner/c', 'ad/c'],
        clickThrough: 'inner/land',
      },
    ]);
  });

  test('with the click-through of the ad itself, if it has one', async () => {
    const { ads } = await resolve({
      start: [wrapper('outer', 'second', { clickThrough: 'outer/land' })],
      second: [inline('ad', null, 'ad/land')],
    });
    expect(ads[0]?.clickThrough).toBe('ad/land');
  });

  test('through at most five wrappers', async () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, index) => [
          index === 0 ? 'start' : `hop${index}`,
          [wrapper(`w${index + 1}`, index === length - 1 ? 'end' : `hop${index + 1}`)],
        ]),
      );
    expect((await resolve({ ...chain(5), end: [inline('ad')] })).ads).toHaveLength(1);
    const tooLong = await resolve({ ...chain(6), end: [inline('ad')] });
    expect(tooLong.ads).toEqual([]);
    expect(tooLong.faults).toEqual([{ code: 302, errors: ['w1/e', 'w2/e', 'w3/e', 'w4/e', 'w5/e', 'w6/e'] }]);
    expect(tooLong.requestedUrls).not.toContain('end');
  });

  test('to nothing where a wrapper forbids further wrappers', async () => {
    const { ads, faults } = await resolve({
      start: [wrapper('outer', 'second', { followAdditionalWrappers: false })],
      second: [wrapper('inner', 'third')],
      third: [inline('ad')],
    });
    expect([ads, faults]).toEqual([[], [{ code: 303, errors: ['outer/e', 'inner/e'] }]]);
  });

  test.each([
    ['the second tag does not respond', {}, 301, ['outer/e']],
    ['the response is not VAST', { second: 101 }, 101, ['outer/e']],
    ['the response is empty', { second: [] }, 303, ['outer/e', 'second/none']],
  ])('to nothing where %s, with the error trackers of every wrapper', async (_, responses, code, errors) => {
    const { faults } = await resolve({ start: [wrapper('outer', 'second')], ...responses });
    expect(faults).toEqual([{ code, errors }]);
  });

  test('to the next standalone ad when the first one fails', async () => {
    const { ads, faults } = await resolve({ start: [wrapper('w', 'nowhere'), inline('ad')] });
    expect(namesOf(ads)).toEqual(['ad/i']);
    expect(faults).toEqual([{ code: 301, errors: ['w/e'] }]);
  });

  test('to one ad of a pod, unless pods are accepted', async () => {
    const pod = [inline('second', 2), inline('spare'), inline('first', 1)];
    expect(namesOf((await resolve({ start: pod })).ads)).toEqual(['spare/i']);
    expect(namesOf((await resolve({ start: pod }, true)).ads)).toEqual(['first/i', 'second/i']);
  });

  test('to a pod in which a standalone ad replaces one that fails', async () => {
    const pod = [wrapper('w', 'nowhere', { sequence: 1 }), inline('second', 2), inline('spare')];
    expect(namesOf((await resolve({ start: pod }, true)).ads)).toEqual(['spare/i', 'second/i']);
  });

  test('to a pod inside a wrapper only if the wrapper allows multiple ads', async () => {
    const pod = [inline('first', 1), inline('second', 2)];
    const inside = (allowMultipleAds: boolean) =>
      resolve({ start: [wrapper('w', 'pod', { allowMultipleAds })], pod }, true);
    expect(namesOf((await inside(true)).ads)).toEqual(['w/i first/i', 'w/i second/i']);
    expect(namesOf((await inside(false)).ads)).toEqual(['w/i first/i']);
  });
});
