import { z } from 'zod';
import { maxId } from '#model/index.ts';
import { exportFormats } from '#storage/exports/exportStore.ts';
import { reportRowSchema } from '../reports/reportRoutes.ts';
import { idParams } from '../savedReports/savedReportSchemas.ts';
import { shareLimits } from './shareContract.ts';

/** The ids in the path of a link. */
export const shareParams = idParams.extend({
  shareId: z
    .string()
    .regex(/^\d{1,10}$/, 'Must be an id')
    .transform(Number)
    .refine((id) => id <= maxId, 'Must be an id'),
});

/** Body of POST /api/savedReport/{id}/shares. */
export const newShareSchema = z.strictObject({
  hours: z
    .int('Must be a whole number of hours')
    .min(shareLimits.leastHours, 'At least an hour')
    .max(shareLimits.mostHours, 'At most 90 days')
    .describe('How long the link lives: from an hour to 90 days.'),
  note: z
    .string('Must be text')
    .trim()
    .max(shareLimits.note, `At most ${shareLimits.note} characters`)
    .refine((note) => !note.includes('\u0000'), 'Must not contain a null character')
    .optional()
    .describe('For whom or what it is; only its user sees it.'),
});

/** A link as its user sees it. */
export const shareSchema = z.object({
  id: z.int(),
  note: z.string(),
  state: z.enum(['living', 'expired', 'revoked']),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  views: z.int().describe('How often the page was opened.'),
  lastViewAt: z.iso.datetime().nullable(),
});

/** A link that was just made. */
export const madeShareSchema = shareSchema.extend({
  url: z.string().describe('The link. It is told this once.'),
});

/** The token in the path of a shared report: any text, so that a wrong one is answered like one that is over. */
export const tokenParams = z.object({ token: z.string() });

/** What a link leads to. */
export const sharedReportSchema = z.object({
  name: z.string(),
  sharedBy: z
    .string()
    .nullable()
    .describe('The account that shares it; null where it is the operator of the platform.'),
  validUntil: z.iso.datetime(),
  range: z.object({
    startDate: z.string(),
    endDate: z.string(),
    startTime: z.string().nullable(),
    endTime: z.string().nullable(),
  }),
  offset: z.int().describe('Hours from UTC.'),
  countedAt: z.iso.datetime(),
  content: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('table'),
      isLive: z.boolean().describe('Whether it is counted anew when it is opened later.'),
      columns: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          definition: z.string(),
          unit: z.enum(['count', 'usd', 'ratio', 'number', 'ms']).nullable(),
        }),
      ),
      rows: z.array(reportRowSchema),
      totals: reportRowSchema.nullable(),
      isCut: z.boolean().describe('Whether there are more rows.'),
    }),
    z.object({
      kind: z.literal('file'),
      format: z.enum(exportFormats),
      byteCount: z.int().nullable(),
      rowCount: z.int(),
    }),
  ]),
});
