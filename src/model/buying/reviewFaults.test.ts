import { expect, test } from 'vitest';
import { reviewFaults, type ReviewedCreative } from './reviewFaults.ts';
import type { MediaFile } from './shapes.ts';

const file = (overrides: Partial<MediaFile> = {}): MediaFile => ({
  role: 'main',
  file: `${'a'.repeat(64)}.mp4`,
  name: 'ride.mp4',
  mime: 'video/mp4',
  bytes: 1000,
  width: 1280,
  height: 720,
  durationMs: 15_000,
  bitrate: 800,
  codecs: 'avc1, mp4a',
  ...overrides,
});

const creative = (overrides: Partial<ReviewedCreative> = {}): ReviewedCreative => ({
  type: 'video',
  adomain: 'bikes.example',
  clickUrl: 'https://bikes.example/autumn',
  vastUrl: '',
  vastXml: '',
  markup: '',
  scan: 'clean',
  files: [file()],
  ...overrides,
});

test('a complete creative has no faults', () => {
  expect(reviewFaults(creative())).toEqual([]);
  expect(reviewFaults(creative({ type: 'tag', files: [], markup: '<b>Ad</b>' }))).toEqual([]);
});

test('all missing fields are reported at once', () => {
  const faults = reviewFaults(
    creative({ adomain: '', clickUrl: 'http://bikes.example', files: [file({ role: 'icon' })] }),
  );
  expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'adomain required',
    'clickUrl insecure',
    'files required',
  ]);
});

test.each([
  ['tag', 'markup'],
  ['vast', 'vastXml'],
  ['vastUrl', 'vastUrl'],
  ['video', 'files'],
])('a draft of type %s cannot be approved', (type, path) => {
  const faults = reviewFaults(creative({ type, files: [] }));
  expect(faults.map((fault) => `${fault.path} ${fault.code}`)).toEqual([`${path} required`]);
});

test('files of the wrong type, too long, or without a duration are reported by name', () => {
  const files = [file({ name: 'a.png', mime: 'image/png', durationMs: 0 }), file({ durationMs: 120_001 })];
  expect(reviewFaults(creative({ files })).map(({ message }) => message)).toEqual([
    'a.png is image/png, which this creative type does not support',
    'a.png has no readable duration',
    'ride.mp4 is longer than 120 seconds',
  ]);
});

test('a creative that its scan blocks is not approved', () => {
  const pathsOf = (scan: ReviewedCreative['scan']) =>
    reviewFaults(creative({ scan, files: [file()] })).map(({ path }) => path);
  expect(pathsOf('blocked')).toEqual(['scan']);
  expect(pathsOf('accepted')).toEqual([]);
});
