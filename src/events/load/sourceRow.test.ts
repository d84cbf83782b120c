import { expect, test } from 'vitest';
import type { HitVerdict } from '#model/index.ts';
import type { EventRecord, Origin } from '#events/record/records.ts';
import { buildAudience, buildEvent, buildOrigin, buildPayload } from '#tests/support/events/buildRecord.ts';
import { eventRow } from './factRows.ts';
import { sourceRow } from './sourceRow.ts';

const source = { address: '00000000000000ff', network: '203.0.113.0/24', agent: 'Player/1' };

function rowOf(hit: Partial<EventRecord>, origin: Partial<Origin> = {}, verdict: HitVerdict = 'counted') {
  const payload = buildPayload({ origin: buildOrigin({ ivt: 'valid', ...origin }) });
  const record = buildEvent({ payload, source, ...hit });
  return sourceRow(record, eventRow(record, verdict));
}

test('counted impressions and clicks of requests that were found valid have a source', () => {
  const audience = buildAudience({ device: '0000000000000010' });
  expect(rowOf({ event: 'click' }, { audience })).toMatchObject({
    event: 'click',
    demandId: 1,
    channelId: 10,
    mediaType: 'video',
    place: 'news.example',
    address: 255n,
    network: '203.0.113.0/24',
    agent: 'Player/1',
    device: 16n,
  });
  expect(rowOf({}, { site: '', app: 'com.example' })).toMatchObject({ place: 'com.example', device: undefined });
});

test('other hits have none, and neither has a hit of which nothing is known', () => {
  expect(rowOf({ event: 'start' })).toBeNull();
  expect(rowOf({}, {}, 'duplicate')).toBeNull();
  expect(rowOf({}, { ivt: 'crawler' })).toBeNull();
  expect(rowOf({}, { ivt: undefined })).toBeNull();
  const record = buildEvent({ payload: buildPayload({ origin: buildOrigin({ ivt: 'valid' }) }) });
  expect(sourceRow(record, eventRow(record, 'counted'))).toBeNull();
});
