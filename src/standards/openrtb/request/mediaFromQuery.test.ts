import { expect, test } from 'vitest';
import { readQuery } from '../../readQuery.ts';
import { mediaFromQuery, type PlayedMedia } from './mediaFromQuery.ts';

const defaults: PlayedMedia = {
  video: { mimes: ['video/mp4'], linearity: 1, maxduration: 60 },
  audio: { mimes: ['audio/mpeg'], maxduration: 60 },
};

function mediaOf(query: string): Partial<PlayedMedia> {
  return mediaFromQuery(readQuery(`/?${query}`), ['video', 'audio'], defaults);
}

test('OpenRTB 2.6, 3.2.7 and 3.2.8: each medium has its defaults and its own fields', () => {
  const { video, audio } = mediaOf('w=640&plcmt=1&skip=0&feed=3&stitched=1&nvol=2&startdelay=-1&api=7&min_dur=5.5');
  const both = { maxduration: 60, startdelay: -1, api: [7], minduration: 6 };
  expect(video).toEqual({ ...both, mimes: ['video/mp4'], linearity: 1, w: 640, plcmt: 1, placement: 1, skip: 0 });
  expect(audio).toEqual({ ...both, mimes: ['audio/mpeg'], battr: [16], feed: 3, stitched: 1, nvol: 2 });
});

test.each([
  ['mimes=video/mp4,audio/mp3', ['video/mp4'], ['audio/mp3']],
  ['mimes=audio/mp3,application/x-mpegurl', ['application/x-mpegurl'], ['audio/mp3', 'application/x-mpegurl']],
  ['mimes=video/mp4,audio/mpegurl', ['video/mp4', 'audio/mpegurl'], ['audio/mpegurl']],
  ['mimes=VIDEO/webm', ['VIDEO/webm'], ['VIDEO/webm']],
])('of “%s”, types of the other medium are not offered', (query, ofVideo, ofAudio) => {
  const { video, audio } = mediaOf(query);
  expect([video?.mimes, audio?.mimes]).toEqual([ofVideo, ofAudio]);
});

test.each([
  ['min_dur=90', 90, undefined],
  ['min_dur=20&max_dur=10', undefined, 10],
  ['max_dur=10', undefined, 10],
])('of durations that contradict each other in “%s”, one remains', (query, minduration, maxduration) => {
  for (const media of Object.values(mediaOf(query))) {
    expect([media.minduration, media.maxduration]).toEqual([minduration, maxduration]);
  }
});

test('only the media in question are described', () => {
  expect(mediaFromQuery(readQuery('/?mimes=audio/mpeg'), ['audio'], defaults)).toEqual({
    audio: { mimes: ['audio/mpeg'], maxduration: 60 },
  });
});
