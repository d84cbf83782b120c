import { z } from 'zod';
import { textSchema } from '#model/field/textSchema.ts';
import { creative, reviewRoles } from '#model/index.ts';
import { maxAcceptReason, maxSubject, scanCodeNames, scanSeverities, scanStates } from '#model/scan/scanFinding.ts';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';

const code = z.enum(scanCodeNames, `One of: ${scanCodeNames.join(', ')}`);
const subject = textSchema('Must be text')
  .max(maxSubject, `At most ${maxSubject} characters`)
  .describe('The subject of the finding, as it is returned');

const acceptanceSchema = z.object({
  by: z.string().describe('Name of the user; empty = an admin of the platform, for accounts'),
  at: z.iso.datetime(),
  reason: z.string(),
  isEverywhere: z.boolean().describe('Whether a super admin accepted it in every creative, of all accounts'),
});

const scanSchema = z.object({
  state: z.enum(scanStates.map(({ value }) => value)),
  scannedAt: z.iso.datetime().nullable().describe('When it was last scanned; null = not yet'),
  findings: z.array(
    z.object({
      code,
      severity: z.enum(scanSeverities).describe('blocked = the creative is not shown until it is accepted'),
      message: z.string(),
      place: z.string().describe('The part of the creative with the line, or the URL from which it was loaded'),
      subject: z.string().describe('The domain, the digest of the file, or an extract of the code'),
      accepted: acceptanceSchema.nullable(),
    }),
  ),
});

/** The scan of a creative as the API returns it. */
export type CreativeScan = z.output<typeof scanSchema>;

const path = '/api/demand/creatives/{id}/scan';
const chapter = creative.pluralLabel;
const responses = { 200: { description: 'The findings, the blocking ones first', schema: scanSchema } };
const reviewers = { roles: reviewRoles, isOfDsp: true } as const;

/** The scan of a creative for redirects, blocked domains and files, and obfuscated scripts. */
export const scanContract = {
  read: {
    method: 'GET',
    path,
    summary: 'Read what the scan of a creative has found',
    chapter,
    access: { entity: 'creative', action: 'read' },
    params: idParam,
    responses,
    rejects: [404],
  },
  start: {
    method: 'POST',
    path,
    summary: 'Scan a creative now, with what it loads from other servers',
    chapter,
    access: { entity: 'creative', action: 'update' },
    params: idParam,
    responses,
    rejects: [404, 429],
  },
  accept: {
    method: 'POST',
    path: `${path}/accept`,
    summary: 'Accept a finding, so that it no longer stops the creative',
    chapter,
    access: reviewers,
    params: idParam,
    body: z.strictObject({
      code,
      subject,
      reason: textSchema('Must be text')
        .trim()
        .min(1, 'Enter a reason')
        .max(maxAcceptReason, `At most ${maxAcceptReason} characters`),
      isEverywhere: z
        .boolean('Must be true or false')
        .default(false)
        .describe('In every creative, of all accounts; super admins only'),
    }),
    responses,
    rejects: [403, 404],
  },
  reopen: {
    method: 'POST',
    path: `${path}/reopen`,
    summary: 'No longer accept a finding',
    chapter,
    access: reviewers,
    params: idParam,
    body: z.strictObject({ code, subject }),
    responses,
    rejects: [403, 404],
  },
} as const satisfies Contract;
