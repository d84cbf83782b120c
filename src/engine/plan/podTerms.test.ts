import { describe, expect, test } from 'vitest';
import type { Imp, Video } from '#standards/openrtb/types.ts';
import { readQuery } from '#standards/readQuery.ts';
import { podOfImp, podOfQuery, videoInPod, type PodRules } from './podTerms.ts';

const dedupe = { creatives: true, advertisers: true, categories: false };
const rules: PodRules = { slots: 4, durationS: 60, dedupe };

describe('the pod of a VAST request', () => {
  test.each([
    ['', { slots: 4, durationS: 60 }],
    ['pod_slots=2&pod_dur=30', { slots: 2, durationS: 30 }],
    ['pod_slots=9&pod_dur=900', { slots: 4, durationS: 60 }],
    ['pod_slots=[BREAKMAXADS]&pod_dur=-1', { slots: 4, durationS: 60 }],
    ['pod_slots=0&pod_dur=0', { slots: 4, durationS: 60 }],
    ['pod_slots=2&pod_dur=30.9', { slots: 2, durationS: 30 }],
    ['pod_dur=0.9', { slots: 4, durationS: 60 }],
    ['podid=mid-1', { podId: 'mid-1' }],
  ])('for the query «%s» is %j', (query, expected) => {
    expect(podOfQuery(rules, readQuery(`/vast/a?${query}`))).toMatchObject(expected);
  });

  test('is none where the channel or the request is for one ad', () => {
    expect(podOfQuery(rules, readQuery('/vast/a?pod_slots=1'))).toBeNull();
    expect(podOfQuery({ ...rules, slots: 1 }, readQuery('/vast/a?pod_slots=3'))).toBeNull();
  });

  test('has the duration of the request where the channel has none', () => {
    const free = { ...rules, durationS: null };
    expect(podOfQuery(free, readQuery('/vast/a?pod_dur=45'))).toMatchObject({ durationS: 45 });
    expect(podOfQuery(free, readQuery('/vast/a'))).toMatchObject({ durationS: null });
  });
});

describe('the pod of an imp', () => {
  const buildImp = (id: string, video: Partial<Video>): Imp => ({ id, video: { mimes: ['video/mp4'], ...video } });

  test.each<[string, Partial<Video>, object | null]>([
    ['with time for one ad', { maxduration: 30 }, null],
    ['without a pod id', { poddur: 60, maxseq: 3 }, { podId: 'imp 1', slots: 3, durationS: 60 }],
    ['with a pod id', { poddur: 60, maxseq: 3, podid: 'p' }, { podId: 'pod p', slots: 3 }],
    ['with required durations', { poddur: 60, rqddurs: [15, 30] }, { slots: 4 }],
    ['without a practical limit', { poddur: 600, maxseq: 500, minduration: 1 }, { slots: 20 }],
    ['for one ad', { poddur: 30, maxseq: 1 }, null],
  ])('follows from the video of an imp %s', (_, video, expected) => {
    const imp = buildImp('1', video);
    const pod = podOfImp(rules, imp, [imp]);
    if (expected) expect(pod).toMatchObject(expected);
    else expect(pod).toBeNull();
  });

  test.each<[string, Partial<Video>, Partial<Video>, object | null]>([
    ['ads', { poddur: 60, maxseq: 3 }, { poddur: 60, maxseq: 2 }, { slots: 2, durationS: 60 }],
    ['seconds', { poddur: 60, maxseq: 2 }, { poddur: 30, maxseq: 2 }, { slots: 2, durationS: 30 }],
    ['ads, one', { poddur: 60, maxseq: 3 }, { maxduration: 30 }, null],
  ])('OpenRTB 2.6, 3.2.8: is that of video or audio that has fewer %s', (_, video, audio, expected) => {
    const timed = (media: Partial<Video>) => ({ mimes: [], ...media });
    for (const imp of [
      { id: '1', video: timed(video), audio: timed(audio) },
      { id: '1', video: timed(audio), audio: timed(video) },
    ]) {
      const pod = podOfImp(rules, imp, [imp]);
      if (expected) expect(pod).toMatchObject(expected);
      else expect(pod).toBeNull();
    }
  });

  test('is one slot where other imps have the same pod id, with the deduplication of the request', () => {
    const imps = [buildImp('1', { podid: 'p', poddedupe: [2] }), buildImp('2', { podid: 'p' }), buildImp('3', {})];
    const pods = imps.map((imp) => podOfImp(rules, imp, imps));
    expect(pods).toEqual([
      {
        podId: 'pod p',
        isShared: true,
        slots: 1,
        durationS: null,
        shortestS: 5,
        dedupe: { ...dedupe, categories: true },
      },
      { podId: 'pod p', isShared: true, slots: 1, durationS: null, shortestS: 5, dedupe },
      null,
    ]);
  });
});

describe('bidders', () => {
  const video: Video = { mimes: ['video/mp4'], maxduration: 30, podid: 'mid', poddur: 20, maxseq: 5 };

  test('receive the pod and its deduplication', () => {
    const pod = { podId: 'pod', isShared: false, slots: 3, durationS: null, shortestS: 5, dedupe };
    expect(videoInPod(video, pod)).toMatchObject({ podid: 'mid', poddur: 90, maxseq: 3, poddedupe: [1, 3, 4] });
    expect(videoInPod(video, { ...pod, durationS: 45 })).toMatchObject({ poddur: 45 });
  });

  test('are offered no pod where one ad is sold, and no ad longer than the player allows', () => {
    expect(videoInPod(video, null)).toEqual({ mimes: ['video/mp4'], maxduration: 20 });
  });

  test('OpenRTB 2.6, 3.2.7: a poddur or maxduration of 0 is none', () => {
    expect(videoInPod({ ...video, poddur: 0 }, null)).toEqual({ mimes: ['video/mp4'], maxduration: 30 });
    expect(videoInPod({ ...video, maxduration: 0 }, null)).toEqual({ mimes: ['video/mp4'], maxduration: 20 });
    const pod = { podId: 'pod', isShared: false, slots: 2, durationS: null, shortestS: 5, dedupe };
    expect(videoInPod({ ...video, maxduration: 0 }, pod)).toMatchObject({ poddur: 240 });
  });
});
