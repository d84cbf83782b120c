import { describe, expect, test } from 'vitest';
import { createProgress } from './createProgress.ts';
import { pickFile } from './pickFile.ts';
import type { MediaFile } from './types.ts';
import { offsetOf, secondsOf } from './vastTime.ts';

test.each([
  ['00:00:15', 15],
  ['01:02:03.5', 3723.5],
  [' 00:00:05 ', 5],
  ['15', Number.NaN],
  ['00:99:00', Number.NaN],
  ['', Number.NaN],
])('the time %s is %s seconds', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});

test.each([
  ['25%', 5],
  ['00:00:07', 7],
  ['soon', Number.NaN],
])('the offset %s of 20 seconds is at second %s', (text, seconds) => {
  expect(offsetOf(text, 20)).toBe(seconds);
});

describe('the progress of an ad', () => {
  const events = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'skip'];
  const tracking = [
    ...events.map((event) => ({ event, url: event, offset: '' })),
    { event: 'midpoint', url: 'other midpoint', offset: '' },
    { event: 'progress', url: 'at 3 s', offset: '00:00:03' },
    { event: 'progress', url: 'at 90 %', offset: '90%' },
    { event: 'progress', url: 'never', offset: 'soon' },
  ];

  test('fires once at each quartile and offset', () => {
    const progress = createProgress({ tracking });
    expect([0, 2, 2.1, 3, 4, 4.1, 6].map((time) => progress.at(time, 8))).toEqual([
      [],
      ['firstQuartile'],
      [],
      ['at 3 s'],
      ['midpoint', 'other midpoint'],
      [],
      ['thirdQuartile'],
    ]);
    expect(progress.end(8)).toEqual(['at 90 %', 'complete']);
    expect(progress.end(8)).toEqual([]);
  });

  test('fires everything at the end of an ad too short to report it on the way', () => {
    expect(createProgress({ tracking }).end(1)).toEqual([
      'firstQuartile',
      'midpoint',
      'thirdQuartile',
      'other midpoint',
      'at 90 %',
      'complete',
    ]);
  });
});

describe('media files of an ad', () => {
  const file = (name: string, width: number, more: Partial<MediaFile> = {}): MediaFile => ({
    url: `https://cdn.example/${name}`,
    type: 'video/mp4',
    delivery: 'progressive',
    width,
    height: 0,
    apiFramework: '',
    ...more,
  });
  const files = [file('large', 1920), file('small', 320), file('middle', 800)];
  const pick = (given: readonly MediaFile[], width: number) =>
    pickFile(given, width, (type) => type === 'video/mp4')?.url.replace('https://cdn.example/', '');

  test('the smallest that fills the player plays, else the largest', () => {
    expect([pick(files, 300), pick(files, 640), pick(files, 1000), pick(files, 4000)]).toEqual([
      'small',
      'middle',
      'large',
      'large',
    ]);
  });

  test('scripts, unknown types and invalid URLs never play', () => {
    const unplayable = [
      file('vpaid', 640, { apiFramework: 'VPAID' }),
      file('flv', 640, { type: 'video/x-flv' }),
      file('none', 640, { url: 'javascript:alert(1)' }),
    ];
    expect(pick(unplayable, 640)).toBeUndefined();
  });

  test('a progressive file is preferred to a stream', () => {
    expect(pick([file('stream', 640, { delivery: 'streaming' }), file('file', 320)], 640)).toBe('file');
    expect(pick([file('stream', 640, { delivery: 'streaming' })], 640)).toBe('stream');
  });
});
