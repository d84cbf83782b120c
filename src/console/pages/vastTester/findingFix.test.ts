import { expect, test } from 'vitest';
import type { TestFinding } from '#api/vastTester/vastTesterContract.ts';
import { channel as channelModel, tag as tagModel } from '#model/index.ts';
import { findingFix, testedObjectOf, type TestedObject } from './findingFix.ts';

const finding = (rule: string, hop: number | null = 0): TestFinding => ({ severity: 'error', rule, message: '', hop });
const tag: TestedObject = { entity: 'tag', id: 7, field: 'vastXml' };
const channel: TestedObject = { entity: 'channel', id: 3 };

test.each([
  ['duration_missing', 0, tag, '/tags?open=7&field=vastXml'],
  ['call_timeout', 0, { ...tag, field: 'url' }, '/tags?open=7&field=url'],
  ['wrapper_limit', null, tag, '/tags?open=7&field=vastXml'],
  ['no_ad', 0, channel, '/why?channel=3'],
  ['impression_missing', 1, channel, '/channels?open=3&tab=waterfall'],
  ['call_timeout', 1, channel, '/channels?open=3&tab=waterfall'],
  ['insecure_tag', 0, channel, undefined],
  ['duration_missing', 0, null, undefined],
] as const)('%s of hop %s of %j links to %s', (rule, hop, tested, href) => {
  expect(findingFix(finding(rule, hop), tested)?.href).toBe(href);
});

test('a tested tag is fixed at its URL, or at the VAST that is stored with it', () => {
  const hop = (template: string | null) => ({ hops: [{ template }] }) as Parameters<typeof testedObjectOf>[1];
  expect(testedObjectOf({ tagId: 7 }, hop('https://tag.example/'))).toEqual({ ...tag, field: 'url' });
  expect(testedObjectOf({ tagId: 7 }, hop(null))).toEqual(tag);
  expect(testedObjectOf({ channelId: 3 }, hop('https://ads.example/'))).toEqual(channel);
  expect(testedObjectOf({ xml: '<VAST/>' }, hop(null))).toBeNull();
});

test('links are labeled as the model labels the object and its field', () => {
  const { label, fields } = tagModel;
  for (const field of ['url', 'vastXml'] as const) {
    expect(findingFix(finding('duration_missing'), { ...tag, field })?.label).toBe(`${label}: ${fields[field].label}`);
  }
  expect(findingFix(finding('impression_missing', 1), channel)?.label).toBe(`${channelModel.label}: Waterfall`);
});
