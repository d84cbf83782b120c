import { expect } from 'vitest';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildWaterfallRow,
  messagesOf,
  type ConfigurationRows,
} from '#tests/support/engine/buildRows.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import type { ServeRecord } from '#events/record/records.ts';
import type { CandidateReason, ChannelRow, TagRow } from '#model/index.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { validateVast } from '../../../vast/validateVast.ts';
import { buildBidRequest, buildPageRequest, buildVideo } from '../bidders.ts';
import type { TagBehaviour } from '../tagServer.ts';
import type { TestServing } from '../testServing.ts';

/** Behavior of an endpoint, and the recorded reason of its tag. */
export type Fault = [title: string, behaviour: TagBehaviour, reason: CandidateReason];

/** Timeout that no response reaches, however busy the machine. */
const longTimeoutMs = 20_000;

/** An integration's response and its records. */
interface IntegrationResult {
  answer: string;
  record: ServeRecord;
}

/** An integration: its channel, and how to request one ad or a pod. */
interface TestIntegration {
  name: string;
  channel: ChannelRow;
  requestAd: (serving: TestServing, channel: ChannelRow) => Promise<string>;
}

const pod = { imp: [{ id: '1', video: { ...buildVideo(), podid: 'mid', poddur: 45, maxseq: 3 } }] };

/** Every integration has a channel of its own, so that all are called at the same time. */
const testIntegrations = [
  buildIntegration(1, 'GET /vast', requestVast),
  buildIntegration(2, 'GET /vast of a pod', requestVast, { podSlots: 2 }),
  buildIntegration(3, 'POST /openrtb2/auction', requestPrebid({})),
  buildIntegration(4, 'POST /openrtb2/auction of a pod', requestPrebid(pod)),
  buildIntegration(5, 'POST /rtb', requestOpenRtb({})),
  buildIntegration(6, 'POST /rtb of a pod', requestOpenRtb(pod)),
];

function buildIntegration(
  id: number,
  name: string,
  requestAd: TestIntegration['requestAd'],
  overrides: Partial<ChannelRow> = {},
): TestIntegration {
  const rules = { costModel: 'share', costShare: 70, timeoutMs: longTimeoutMs } as const;
  return { name, requestAd, channel: buildChannel({ id, ...rules, ...overrides }) };
}

const validShapes = new Set<string>();

async function requestVast(serving: TestServing, { uid }: ChannelRow): Promise<string> {
  const response = await fetch(`${serving.url}/vast/${uid}`);
  expect(response.status).toBe(200);
  const xml = await response.text();
  // Responses that only differ in their tokens have the same shape.
  const shape = xml.replace(/Ad id="[^"]*"/g, '').replace(/(\/[en]\/(?:\w+\/)?)[\w.-]+/g, '$1');
  if (!validShapes.has(shape)) expect(await validateVast(xml, '3.0')).toEqual([]);
  validShapes.add(shape);
  return xml;
}

function requestPrebid(overrides: Partial<BidRequest>): TestIntegration['requestAd'] {
  return ({ url }, { uid }) => post(`${url}/openrtb2/auction`, buildPageRequest(uid, overrides), [200]);
}

function requestOpenRtb(overrides: Partial<BidRequest>): TestIntegration['requestAd'] {
  return ({ url }, { uid }) => post(`${url}/rtb/${uid}`, buildBidRequest(overrides), [200, 204]);
}

async function post(url: string, request: BidRequest, statuses: number[]): Promise<string> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(request) });
  const answer = await response.text();
  expect(statuses).toContain(response.status);
  if (response.status === 200) expect((JSON.parse(answer) as BidResponse).id).toBe('request-1');
  return answer;
}

/** Sends a request through every integration at once, each to a channel with these tags. */
async function requestFromAll(
  serving: TestServing,
  tags: TagRow[],
): Promise<(IntegrationResult & { integration: string })[]> {
  const rows: ConfigurationRows = {
    demand: [buildAccount()],
    advertiser: [buildAdvertiser()],
    channel: testIntegrations.map(({ channel }) => channel),
    tag: tags,
    waterfallRow: testIntegrations.flatMap(({ channel }) =>
      tags.map(({ id }) => buildWaterfallRow({ id: channel.id * 100 + id, channelId: channel.id, tagId: id })),
    ),
  };
  for (const message of [{ type: 'reset' } as const, ...messagesOf(rows)]) applyMessage(serving.snapshot, message);
  serving.serves.length = 0;
  const answers = await Promise.all(testIntegrations.map(({ channel, requestAd }) => requestAd(serving, channel)));
  return testIntegrations.map(({ name, channel }, index) => {
    const records = serving.serves.filter(({ origin }) => origin.channelId === channel.id);
    const [record] = records;
    if (!record || records.length > 1) throw new Error(`not exactly one serve record of ${name}`);
    return { integration: name, answer: answers[index] ?? '', record };
  });
}

/** Timeout of a faulty tag. */
export function timeoutFor(reason: CandidateReason | null): number {
  return reason === 'timeout' ? 150 : longTimeoutMs;
}

/**
 * Expects that through every integration tag 1, which would pay most, has this outcome, and that tag 2 is sold in its
 * place.
 */
export async function expectReason(
  serving: TestServing,
  tags: TagRow[],
  reason: CandidateReason | null,
): Promise<void> {
  const patient = tags.map((tag) => (tag.id === 1 ? tag : { ...tag, timeoutMs: longTimeoutMs }));
  for (const { integration, record } of await requestFromAll(serving, patient)) {
    const outcomes = record.candidates.map(({ tagId, reason: each }) => [tagId, each]);
    // The same video is not shown twice in a pod.
    const beside = integration.endsWith('pod') ? 'pod_creative' : 'outbid';
    expect({ integration, reason: record.reason, outcomes: Object.fromEntries(outcomes) as object }).toEqual({
      integration,
      reason: null,
      outcomes: { 1: reason, 2: reason === null ? beside : null },
    });
  }
}

/** Expects that through every integration nothing is sold with only this tag, and that it has this outcome. */
export async function expectNoAd(serving: TestServing, tag: TagRow, reason: CandidateReason): Promise<void> {
  for (const { integration, answer, record } of await requestFromAll(serving, [tag])) {
    expect([integration, record.reason, record.candidates[0]?.reason]).toEqual([integration, 'no_answer', reason]);
    if (integration.startsWith('GET /vast')) expect(answer).not.toContain('<Ad');
    else if (integration.startsWith('POST /rtb')) expect(answer).toBe('');
    else expect((JSON.parse(answer) as BidResponse).seatbid).toEqual([]);
  }
}
