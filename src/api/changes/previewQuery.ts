import { z } from 'zod';

/**
 * The query of a route that previews the changes of an upload and then makes exactly those. `seen` describes the
 * preview's digest.
 */
export function previewQuery(seen: string) {
  return z.strictObject({
    isDryRun: z
      .enum(['true', 'false'], 'Must be true or false')
      .transform((text) => text === 'true')
      .default(false)
      .describe('If true, nothing is saved: the response shows what would change'),
    seen: z.string('Must be text').max(100, 'At most 100 characters').optional().describe(seen),
  });
}
