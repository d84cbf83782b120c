import type { IncomingMessage, ServerResponse } from 'node:http';
import { bidderTestPlan } from '#engine/bidderTest/bidderTestPlan.ts';
import type { BidderTestOrder } from '#model/demand/bidderTest.ts';
import { sendJson, sendProblem } from '../http/sendResponse.ts';
import { readBody } from '../rtb/readBody.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { waitForRow } from '../snapshot/waitForRow.ts';
import { testBidder } from './testBidder.ts';

/**
 * Answers a sealed order of the API (`BidderTestOrder`) with the record of the test (`BidderTestRecord`). 404 for an
 * order that is forged or expired, and for a tag or channel that has not arrived here.
 */
export async function answerBidderTest(
  deps: ServingDeps,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(message);
  if (!body.ok) {
    const { status, code, message: text } = body;
    return sendProblem(message, response, status, { code, message: text });
  }
  const text = deps.bidderTests.open(body.text, deps.now());
  if (text === null) return sendProblem(message, response, 404, notFound);
  const order = JSON.parse(text) as BidderTestOrder;
  const { tag, channel, environment } = order;
  await waitForRow(() => deps.snapshot().rows.tag.get(tag.id), tag.version);
  if (channel) await waitForRow(() => deps.snapshot().rows.channel.get(channel.id), channel.version);
  const plan = bidderTestPlan(deps.snapshot(), { tagId: tag.id, channelId: channel?.id ?? null, environment });
  if (!plan) return sendProblem(message, response, 404, notFound);
  sendJson(message, response, JSON.stringify(await testBidder(deps, plan, order)));
}

const notFound = { code: 'not_found', message: 'There is no such test' };
