import { z } from 'zod';
import type { FormerNames } from '#model/field/formerNames.ts';

/** The name of the previous release for what identifies a preview. */
const formerNames: FormerNames = new Map([['seen', 'previewDigest']]);

/** Part of the declaration of previews: programs send back the digest under the name by which they find it. */
export const formerPreview = { formerNames, respondsWithFormerNames: true } as const;

/** The schema of a preview's digest under the former name. */
export const formerDigestSchema = z
  .string()
  .optional()
  .meta({ deprecated: true, description: 'The same as `previewDigest`. Will be removed in the next release.' });

/**
 * The query of a route that previews the changes of an upload and then makes exactly those. `description` is that of
 * the preview's digest.
 */
export function previewQuery(description: string) {
  return z.strictObject({
    isDryRun: z
      .enum(['true', 'false'], 'Must be true or false')
      .transform((text) => text === 'true')
      .default(false)
      .describe('If true, nothing is saved: the response shows what would change'),
    previewDigest: z.string('Must be text').max(100, 'At most 100 characters').optional().describe(description),
  });
}
