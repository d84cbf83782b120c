import { z } from 'zod';
import { reportRoles } from '#model/index.ts';
import type { Contract } from '../routeDeclaration.ts';

const chapter = 'Scheduled reports';

const params = z.object({ token: z.string().max(500) });

const html = { contentType: 'text/html', schema: z.string() } as const;

const unknownLink = { ...html, description: 'The link is invalid, or the report was deleted' } as const;

const setupSchema = z.object({
  isSetUp: z.boolean().describe('true = the platform can send email'),
  attachmentBytes: z.int().describe('Largest attachment in bytes. Larger files are linked.'),
});

/** Response of GET /api/mail. */
export type MailSetup = z.output<typeof setupSchema>;

/** Whether mail is set up, and the unsubscribe link of reports. */
export const mailContract = {
  readSetup: {
    method: 'GET',
    path: '/api/mail',
    summary: 'Read whether the platform can send email',
    chapter,
    access: { roles: reportRoles },
    responses: {
      200: {
        description: 'The email setup',
        schema: setupSchema,
      },
    },
  },
  showUnsubscribe: {
    method: 'GET',
    path: '/api/mail/stop/{token}',
    summary: 'Show the unsubscribe page that each report email links to',
    chapter,
    access: 'public',
    params,
    responses: { 200: { ...html, description: 'The page with the confirmation button' }, 404: unknownLink },
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/mail/stop/{token}',
    summary: 'Unsubscribe an address from a report. Email clients call it for one-click unsubscribe (RFC 8058)',
    chapter,
    access: 'public',
    params,
    streamBody: {
      contentTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
      limitBytes: 10_000,
    },
    responses: { 200: { ...html, description: 'Unsubscribed' }, 404: unknownLink },
  },
} as const satisfies Contract;
