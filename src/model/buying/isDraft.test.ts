import { expect, test } from 'vitest';
import { isDraft } from './isDraft.ts';

const empty = { files: [], vastUrl: '', vastXml: '', markup: '' };

test.each([
  ['video', { files: [{}] }, { markup: '<b>' }],
  ['native', { files: [{}] }, { markup: '<b>' }],
  ['vastUrl', { vastUrl: 'https://ads.example/vast' }, { vastXml: '<VAST>' }],
  ['vast', { vastXml: '<VAST>' }, { vastUrl: 'https://ads.example/vast' }],
  ['tag', { markup: '<b>' }, { files: [{}] }],
])('a creative of type %s is a draft until it has the content of its type', (type, content, other) => {
  expect(isDraft({ type, ...empty, ...content })).toBe(false);
  expect(isDraft({ type, ...empty, ...other })).toBe(true);
});
