import { z } from 'zod';
import { accountRoles, maxId } from '#model/index.ts';
import { moneyValue } from '../money/moneyValue.ts';
import type { Contract } from '../routeDeclaration.ts';
import { type DeviceId, deviceProfiles } from './deviceProfiles.ts';

const maxUrl = 8192;
const maxXml = 512 * 1024;
const maxTrackers = 100;

const deviceIds = deviceProfiles.map<DeviceId>(({ id }) => id);

const rowId = z.int('Must be an ID').positive('Must be an ID').max(maxId, 'Must be an ID');

const webUrl = z
  .string('Must be a URL')
  .trim()
  .max(maxUrl, `At most ${maxUrl} characters`)
  .regex(/^https?:\/\/[^\s/?#]/i, 'Must be an HTTP or HTTPS URL');

/** The device of a call, and the parameters that override its profile. */
export const deviceShape = {
  device: z.enum(deviceIds, `One of: ${deviceIds.join(', ')}`).default('desktopChrome'),
  params: z
    .record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Lower-case letters, digits and _'), z.string().max(2048))
    .refine((given) => Object.keys(given).length <= 50, 'At most 50 parameters')
    .default({})
    .describe('Ad request parameters that override those of the device; an empty value omits the parameter'),
};

const vastTestBody = z
  .strictObject({
    url: webUrl.optional(),
    xml: z.string().trim().min(1, 'Required').max(maxXml, `At most ${maxXml} characters`).optional(),
    tagId: rowId.optional(),
    channelId: rowId.optional(),
    ...deviceShape,
  })
  .refine(
    (body) => [body.url, body.xml, body.tagId, body.channelId].filter((each) => each !== undefined).length === 1,
    'Provide exactly one of url, xml, tagId and channelId',
  );

/** Body of POST /api/vastTester/tests: exactly one of url, xml, tagId and channelId. */
export type VastTestRequest = z.input<typeof vastTestBody>;

/** The parsed body. */
export type ReadVastTest = z.output<typeof vastTestBody>;

const fireTrackersBody = z.strictObject({
  urls: z.array(webUrl).min(1, 'Required').max(maxTrackers, `At most ${maxTrackers} URLs`),
  errorCode: z.int().min(100).max(999).default(900).describe('Value of [ERRORCODE]'),
  ...deviceShape,
});

const count = z.int().min(0);
const optionalText = z.string().nullable();

const findingSchema = z.object({
  severity: z.enum(['error', 'warning']),
  rule: z.string().describe('Stable name of the rule'),
  message: z.string(),
  subject: z.string().optional().describe('The URL or text that the finding refers to'),
  hop: count.nullable().describe('Index of the hop; null = the whole chain'),
});

const hopSchema = z.object({
  template: optionalText.describe('The URL with its macros; null for given markup'),
  url: optionalText.describe('The URL that was called, with its macros replaced; null for given markup'),
  status: z.int().nullable().describe('HTTP status of the last response; null if there was none'),
  redirects: z.array(z.object({ status: z.int(), url: z.string() })),
  ms: z.number().describe('Milliseconds until the whole response was received'),
  bytes: count.nullable().describe('Size of the body as received'),
  type: optionalText.describe('Content type'),
  failure: z
    .enum(['timeout', 'http_error', 'conn_error', 'refused_address', 'too_large', 'empty', 'encoding'])
    .nullable()
    .describe('Why the call returned no content'),
  kind: z
    .enum(['inline', 'wrapper', 'empty', 'invalid'])
    .nullable()
    .describe('Type of the response; null if there was none'),
  version: optionalText,
  adSystem: z.string(),
  adId: optionalText,
  xml: moneyValue(optionalText),
});

const mediaSchema = z.object({
  url: z.string(),
  type: z.string(),
  delivery: z.string(),
  width: count,
  height: count,
  bitrate: optionalText.describe('As written, kbit/s'),
  codec: optionalText,
  isScript: z.boolean().describe('Whether it is a VPAID unit'),
  isReachable: z.boolean().nullable().describe('null = unknown'),
  status: z.int().nullable(),
  bytes: count.nullable(),
});

const overlaySchema = z.object({
  resource: z
    .enum(['StaticResource', 'IFrameResource', 'HTMLResource'])
    .nullable()
    .describe('The element with its content; null if it has none'),
  type: z.string().describe('MIME type of a static resource'),
  url: optionalText.describe('null for HTML'),
  width: count,
  height: count,
});

const trackerSchema = z.object({
  event: z.string().describe('impression, click, error, or the VAST event'),
  url: z.string(),
  offset: z.string().optional().describe('Offset of a progress tracker'),
  hop: count,
});

const adSchema = z.object({
  id: optionalText,
  title: z.string(),
  adSystem: z.string(),
  advertiser: optionalText,
  categories: z.array(z.string()),
  adServingId: optionalText,
  creativeId: optionalText,
  adId: optionalText.describe('ID of the creative in its ad server'),
  universalAdIds: z.array(z.object({ registry: z.string(), value: z.string() })),
  durationMs: z.number().nullable(),
  skipMs: z.number().nullable().describe('When the ad can be skipped; null = never'),
  pricing: moneyValue(z.object({ value: z.string(), model: z.string(), currency: z.string() }).nullable()),
  clickThrough: optionalText,
  isOverlay: z.boolean().describe('Whether it is an overlay (non-linear): shown over the content, without media files'),
  media: z.array(mediaSchema),
  overlays: z.array(overlaySchema).describe('Those of an overlay; empty for a linear ad'),
  trackers: z.array(trackerSchema),
});

const vastTestSchema = z.object({
  ms: z.number().describe('Milliseconds for the whole chain'),
  errorCode: z.int().nullable().describe('The VAST error that a player would report; null if there is an ad'),
  hops: z.array(hopSchema),
  ad: adSchema.nullable(),
  findings: z.array(findingSchema),
});

const firedSchema = z.object({
  url: z.string().describe('The URL that was called'),
  status: z.int().nullable(),
  failure: optionalText,
  ms: z.number(),
});

/** The response of a tag hop by hop, with its findings. */
export type VastTest = z.output<typeof vastTestSchema>;

/** One response of the chain. */
export type VastHop = z.output<typeof hopSchema>;

/** A finding and its hop. */
export type TestFinding = z.output<typeof findingSchema>;

/** The ad at the end of the chain, with the parts that its wrappers add. */
export type TestedAd = z.output<typeof adSchema>;

/** A media file of the ad. */
export type TestedMedia = z.output<typeof mediaSchema>;

/** An overlay of the ad. */
export type TestedOverlay = z.output<typeof overlaySchema>;

/** A tracker of the ad, from any hop. */
export type TestedTracker = z.output<typeof trackerSchema>;

/** A tracker that was called. */
export type FiredTracker = z.output<typeof firedSchema>;

const access = { roles: ['super', 'admin', ...accountRoles] } as const;

/** The VAST tester. */
export const vastTesterContract = {
  testVast: {
    method: 'POST',
    path: '/api/vastTester/tests',
    formerPath: '/api/tools/vastTest',
    summary: 'Test a tag as a given device: every hop and every finding. Testing a channel counts as a request',
    chapter: 'VAST tester',
    access,
    body: vastTestBody,
    responses: { 200: { description: 'The chain, the ad and the findings', schema: vastTestSchema } },
    rejects: [404, 422, 429],
  },
  fireTrackers: {
    method: 'POST',
    path: '/api/vastTester/trackers',
    formerPath: '/api/tools/fireTrackers',
    summary: 'Call trackers of an ad as a given device; they count as real events',
    chapter: 'VAST tester',
    access,
    body: fireTrackersBody,
    responses: { 200: { description: 'The result of each call, in order', schema: z.array(firedSchema) } },
    rejects: [429],
  },
} as const satisfies Contract;
