import { describe, expect, test } from 'vitest';
import type { TestedAd } from '#api/vastTester/vastTesterContract.ts';
import {
  emptyLog,
  isTrackerOf,
  offsetSeconds,
  skipAd,
  takeMessage,
  type PlayLog,
  type StageMessage,
} from './playLog.ts';

function buildAd(trackers: TestedAd['trackers'] = []): TestedAd {
  return {
    id: 'a',
    title: 'Ad',
    adSystem: 'Partner',
    advertiser: null,
    categories: [],
    adServingId: null,
    creativeId: null,
    adId: null,
    universalAdIds: [],
    durationMs: 8000,
    skipMs: null,
    pricing: null,
    clickThrough: null,
    isOverlay: false,
    media: [],
    overlays: [],
    trackers,
  };
}

type Step = [stage: string, at: number, more?: Partial<StageMessage>];

function play(steps: readonly Step[], ad = buildAd(), from: PlayLog = emptyLog): PlayLog {
  return steps.reduce(
    (log, [stage, at, more]) =>
      takeMessage(log, { stage, at, duration: 8, isMuted: true, width: 640, height: 360, code: null, ...more }, ad),
    from,
  );
}

const namesOf = (log: PlayLog) => log.events.map(({ event }) => event);

describe('an ad on the stage', () => {
  test('that plays through fires every event once, in order', () => {
    const log = play([
      ['loadedmetadata', 0],
      ['playing', 0],
      ['timeupdate', 1],
      ['timeupdate', 2.1],
      ['timeupdate', 2.3],
      ['waiting', 3],
      ['playing', 3],
      ['timeupdate', 4.2],
      ['timeupdate', 6],
      ['pause', 8],
      ['ended', 8],
      ['ended', 8],
    ]);
    expect(namesOf(log)).toEqual([
      'loaded',
      'impression',
      'creativeView',
      'start',
      'firstQuartile',
      'midpoint',
      'thirdQuartile',
      'complete',
    ]);
    expect(log.phase).toBe('ended');
  });

  test('without a final time update still fires its quartiles before it completes', () => {
    expect(
      namesOf(
        play([
          ['playing', 0],
          ['ended', 8],
        ]),
      ).slice(3),
    ).toEqual(['firstQuartile', 'midpoint', 'thirdQuartile', 'complete']);
  });

  test('fires progress at its offsets, each once', () => {
    const tracker = (offset: string) => ({ event: 'progress', url: 'https://t.example/', offset, hop: 0 });
    const ad = buildAd([tracker('00:00:03'), tracker('90%'), tracker('00:00:03'), tracker('soon')]);
    const log = play(
      [
        ['playing', 0],
        ['timeupdate', 3.1],
        ['timeupdate', 3.4],
        ['timeupdate', 7.5],
      ],
      ad,
    );
    const progress = log.events.filter(({ event }) => event === 'progress');
    expect(progress.map(({ offset }) => offset)).toEqual(['00:00:03', '90%']);
    expect(ad.trackers.filter((each) => isTrackerOf(progress[0]!, each))).toHaveLength(2);
  });

  test('can be paused, unmuted and clicked any number of times', () => {
    const log = play([
      ['click', 0],
      ['playing', 0],
      ['pause', 1],
      ['playing', 1],
      ['pause', 2],
      ['playing', 2],
      ['volumechange', 2, { isMuted: false }],
      ['volumechange', 2, { isMuted: false }],
      ['volumechange', 2, { isMuted: true }],
      ['click', 2],
      ['click', 2],
    ]);
    expect(namesOf(log).slice(3)).toEqual(['pause', 'resume', 'pause', 'resume', 'unmute', 'mute', 'click', 'click']);
  });

  test('that is skipped fires nothing more', () => {
    const log = play(
      [
        ['timeupdate', 5],
        ['pause', 5],
        ['ended', 8],
      ],
      buildAd(),
      skipAd(play([['playing', 0]])),
    );
    expect(namesOf(log).at(-1)).toBe('skip');
    expect(log.phase).toBe('ended');
  });

  test.each([
    [2, 402],
    [3, 405],
    [4, 401],
    [1, 400],
  ])('that fails with MediaError %s reports error %s and nothing after it', (code, errorCode) => {
    const log = play([
      ['error', 0, { code }],
      ['playing', 0],
      ['error', 0, { code }],
    ]);
    expect(log.events).toEqual([{ event: 'error', at: 0, errorCode }]);
    expect(log.phase).toBe('failed');
  });
});

test.each([
  ['00:01:02.5', 62.5],
  ['25%', 2],
  ['soon', null],
])('the offset %s is %s s into an ad of 8 s', (offset, seconds) => expect(offsetSeconds(offset, 8)).toBe(seconds));
