import { z } from 'zod';
import { reportRoles } from '#model/index.ts';
import type { Contract } from '../routeDeclaration.ts';

const chapter = 'Scheduled reports';

const params = z.object({ token: z.string().max(500) });

const html = { contentType: 'text/html', schema: z.string() } as const;

const unknownLink = { ...html, description: 'We did not sign this link, or its report was deleted' } as const;

const setupSchema = z.object({
  isSetUp: z.boolean().describe('Whether the platform sends mails'),
  attachmentBytes: z.int().describe('Largest file that a mail carries; a larger one is linked.'),
});

/** Answer of GET /api/mail. */
export type MailSetup = z.output<typeof setupSchema>;

/** Whether mail is set up, and the link by which recipients stop the mails of a report. */
export const mailContract = {
  readSetup: {
    method: 'GET',
    path: '/api/mail',
    summary: 'Tell whether the platform sends mails',
    chapter,
    access: { roles: reportRoles },
    answers: {
      200: {
        description: 'How mail is set up',
        schema: setupSchema,
      },
    },
  },
  askStop: {
    method: 'GET',
    path: '/api/mail/stop/{token}',
    summary: 'Ask whether the mails of a report shall stop: the page that a link in each mail leads to',
    chapter,
    access: 'public',
    params,
    answers: { 200: { ...html, description: 'The page with the question' }, 404: unknownLink },
  },
  stop: {
    method: 'POST',
    path: '/api/mail/stop/{token}',
    summary: 'Stop the mails of a report to an address; programs of mail call it with one click (RFC 8058)',
    chapter,
    access: 'public',
    params,
    streamBody: {
      contentTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
      limitBytes: 10_000,
    },
    answers: { 200: { ...html, description: 'Stopped' }, 404: unknownLink },
  },
} as const satisfies Contract;
