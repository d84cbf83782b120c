import { z } from 'zod';
import { accountRoles, maxId } from '#model/index.ts';
import { bidParts, testedMediaTypes } from '#model/demand/bidderTest.ts';
import type { Contract } from '../routeDeclaration.ts';
import { deviceShape } from '../vastTester/vastTesterContract.ts';

const id = z.int('Must be an ID').positive('Must be an ID').max(maxId, 'Must be an ID');

const bidderTestBody = z.strictObject({
  tagId: id.describe('An OpenRTB or Prebid tag'),
  channelId: id.optional().describe('The channel whose terms apply; absent = those of a new channel'),
  mediaType: z
    .enum(testedMediaTypes, `One of: ${testedMediaTypes.join(', ')}`)
    .optional()
    .describe('The media type to offer; absent = video, else the first that the tag accepts'),
  ...deviceShape,
});

/** Body of POST /api/vastTester/bidders. */
export type BidderTestRequest = z.input<typeof bidderTestBody>;

const reasonSchema = z.object({ reason: z.string(), text: z.string() });

const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sold'), cpm: z.string().describe('Gross CPM in USD') }),
  reasonSchema.extend({ kind: z.literal('unsold') }),
  z.object({
    kind: z.literal('open'),
    needs: z.enum(['notice', 'wrapper']).describe('What an auction would call for the ad, and a test does not'),
    text: z.string(),
  }),
]);

const partSchema = z.object({
  part: z.enum(bidParts),
  label: z.string(),
  detail: z.string().describe('What the bid says; empty for nothing'),
  reason: z.string().nullable().describe('Why it is wrong; null = right'),
  text: z.string().describe('The same for people; empty where it is right'),
});

const bidSchema = z.object({
  bid: z.record(z.string(), z.unknown()).describe('As received'),
  seat: z.string(),
  mediaType: z.enum(testedMediaTypes).nullable(),
  price: z.string().nullable().describe('CPM in USD; null where the currency has no exchange rate'),
  floor: z.string().nullable().describe('The minimum CPM in USD; null where unknown'),
  parts: z.array(partSchema).describe('Those that can be checked'),
  outcome: outcomeSchema.describe('The outcome without the other bids'),
});

const bidderTestSchema = z.object({
  notCalled: reasonSchema.nullable().describe('Why the bidder is not called; null when it was called'),
  sent: z
    .object({
      url: z.string(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      body: z.string().describe('Uncompressed'),
      isGzipped: z.boolean(),
      currency: z.string(),
      timeoutMs: z.number(),
    })
    .nullable(),
  received: z
    .object({
      status: z.int().nullable().describe('HTTP status; null without a response'),
      ms: z.number(),
      failure: reasonSchema.nullable(),
      body: z.string().describe('Of an unsuccessful response: its start'),
    })
    .nullable(),
  invalid: z.string().nullable().describe('Why the response as a whole is invalid'),
  noBid: z.object({ nbr: z.int(), text: z.string() }).nullable().describe('The no-bid reason that the bidder gives'),
  bids: z.array(bidSchema),
  winner: z.int().nullable().describe('Index of the bid that wins, or would if the response were in time'),
  outcome: outcomeSchema.nullable(),
});

/** The response of a tested bidder, checked line by line. */
export type BidderTest = z.output<typeof bidderTestSchema>;

/** One of its bids. */
export type TestedBid = z.output<typeof bidSchema>;

/** The outcome of bids. */
export type TestedOutcome = z.output<typeof outcomeSchema>;

/** Tests of bidders, alone. */
export const bidderTestContract = {
  testBidder: {
    method: 'POST',
    path: '/api/vastTester/bidders',
    isReadOnly: true,
    isAboutMoney: true,
    summary:
      'Send one test bid request to an OpenRTB or Prebid tag and check its response. Nothing is counted or billed',
    chapter: 'VAST tester',
    access: { roles: ['super', 'admin', ...accountRoles] },
    body: bidderTestBody,
    responses: {
      200: { description: 'What was sent and received, and the checks of each bid', schema: bidderTestSchema },
    },
    rejects: [404, 422, 429],
  },
} as const satisfies Contract;
