import { z } from 'zod';

// The console imports the types of this file alone.

const count = z.int().min(0);
const optionalText = z.string().nullable();

const findingSchema = z.object({
  severity: z.enum(['error', 'warning']),
  rule: z.string().describe('Name of the rule, stable'),
  message: z.string(),
  subject: z.string().optional().describe('The URL or text that it is about'),
  hop: count.nullable().describe('Index of the hop; null = the chain as a whole'),
});

const hopSchema = z.object({
  template: optionalText.describe('The URL as it was written, with its macros; null for markup that was given'),
  url: optionalText.describe('The URL that was called, its macros filled'),
  status: z.int().nullable().describe('HTTP status of the last answer; null when none came'),
  redirects: z.array(z.object({ status: z.int(), url: z.string() })),
  ms: z.number().describe('Milliseconds until the whole answer was there'),
  bytes: count.nullable().describe('Of the body as it came'),
  type: optionalText.describe('Content type'),
  failure: z
    .enum(['timeout', 'http_error', 'conn_error', 'refused_address', 'too_large', 'empty'])
    .nullable()
    .describe('Why the call brought no text'),
  kind: z
    .enum(['inline', 'wrapper', 'empty', 'invalid'])
    .nullable()
    .describe('What the answer is; null when none came'),
  version: optionalText,
  adSystem: z.string(),
  adId: optionalText,
  xml: optionalText,
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
  isReachable: z.boolean().nullable().describe('null = not known'),
  status: z.int().nullable(),
  bytes: count.nullable(),
});

const trackerSchema = z.object({
  event: z.string().describe('impression, click, error, or the event of VAST'),
  url: z.string(),
  offset: z.string().optional().describe('When a progress tracker is due'),
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
  adId: optionalText.describe('Id of the creative with its ad server'),
  universalAdIds: z.array(z.object({ registry: z.string(), value: z.string() })),
  durationMs: z.number().nullable(),
  skipMs: z.number().nullable().describe('When it can be skipped; null = never'),
  pricing: z.object({ value: z.string(), model: z.string(), currency: z.string() }).nullable(),
  clickThrough: optionalText,
  media: z.array(mediaSchema),
  trackers: z.array(trackerSchema),
});

/** The answer of POST /api/tools/vastTest. */
export const vastTestSchema = z.object({
  ms: z.number().describe('Milliseconds of the chain as a whole'),
  errorCode: z.int().nullable().describe('The VAST error that a player would report; null when there is an ad'),
  hops: z.array(hopSchema),
  ad: adSchema.nullable(),
  findings: z.array(findingSchema),
});

/** One call of a POST /api/tools/fireTrackers. */
export const firedSchema = z.object({
  url: z.string().describe('As it was called'),
  status: z.int().nullable(),
  failure: optionalText,
  ms: z.number(),
});

/** What a tag answers, hop by hop, and what is wrong with it. */
export type VastTest = z.output<typeof vastTestSchema>;

/** One answer of the chain. */
export type VastHop = z.output<typeof hopSchema>;

/** A finding and the hop that it is of. */
export type TestFinding = z.output<typeof findingSchema>;

/** The ad at the end of the chain, with what its wrappers add. */
export type TestedAd = z.output<typeof adSchema>;

/** One media file of it. */
export type TestedMedia = z.output<typeof mediaSchema>;

/** One tracker of it, from any hop. */
export type TestedTracker = z.output<typeof trackerSchema>;

/** A tracker that was called. */
export type FiredTracker = z.output<typeof firedSchema>;

/** Body of POST /api/tools/vastTest: exactly one of url, xml, tagId and channelId. */
export interface VastTestRequest {
  url?: string;
  xml?: string;
  tagId?: number;
  channelId?: number;
  device: string;
  /** Parameters of the ad request that differ from those of the device; an empty one is left out. */
  params: Record<string, string>;
}
