import { z } from 'zod';
import type { Contract } from '../routeDeclaration.ts';

/** Where browsers report what the content security policy of the console’s pages has blocked. */
export const cspReportContract = {
  record: {
    method: 'POST',
    path: '/api/csp-reports',
    summary: 'Report what the content security policy of a page has blocked. Browsers call it',
    chapter: 'Platform',
    access: 'public',
    streamBody: { contentTypes: ['application/csp-report'], limitBytes: 16_384 },
    responses: { 200: { description: 'Counted', schema: z.object({}) } },
    rejects: [400, 429],
  },
} as const satisfies Contract;
