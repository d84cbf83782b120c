import type { EventRecord, TestRecord, TokenPayload } from '#events/record/records.ts';

/** The record of a hit with the payload of its token: a hit on an ad of a test request is recorded as a test. */
export function hitRecord(
  hit: Omit<EventRecord, 'type' | 'payload'>,
  payload: TokenPayload | null,
): EventRecord | TestRecord {
  if (payload?.isTest) return { type: 'test', record: { type: 'event', ...hit, payload } };
  return { type: 'event', ...hit, payload };
}
