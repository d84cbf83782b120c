import { z } from 'zod';

// The console imports the types of this file alone.

const mediaSchema = z.object({
  url: z.string(),
  type: z.string(),
  width: z.int().min(0),
  height: z.int().min(0),
  isReachable: z.boolean().nullable().describe('null = not known'),
});

/** The answer of POST /api/demand/creatives/{id}/probe. */
export const vastProbeSchema = z.object({
  errorCode: z.int().nullable().describe('The VAST error that a player would report; null when there is an ad'),
  depth: z.int().min(0).describe('Wrappers before the ad'),
  durationS: z.number().nullable(),
  adSystem: z.string(),
  clickUrl: z.string().nullable(),
  isSecure: z.boolean().describe('Whether nothing of it is loaded by plain http'),
  media: z.array(mediaSchema),
  faults: z
    .array(z.object({ message: z.string(), subject: z.string().optional() }))
    .describe('What players would refuse'),
});

/** What a VAST creative leads to. */
export type VastProbe = z.output<typeof vastProbeSchema>;

/** The answer of GET /api/demand/creatives/{id}/preview. */
export const previewSchema = z.object({
  url: z.string().describe('A page to be framed, for ten minutes'),
  mediaUrl: z.string().describe('Where the files of creatives are served'),
});

/** Where a creative is shown as viewers see it. */
export type CreativePreview = z.output<typeof previewSchema>;
