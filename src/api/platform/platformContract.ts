import { z } from 'zod';
import type { Contract } from '../routeDeclaration.ts';

const amount = z
  .int('Must be a whole number')
  .min(0, 'At least 0')
  .max(Number.MAX_SAFE_INTEGER, `At most ${Number.MAX_SAFE_INTEGER}`);

const configSchema = z.strictObject({
  postbidMaxImps: amount.describe('Maximum measured impressions per month across all accounts'),
  postbidMaxReps: amount.describe('Maximum post-bid reports per month across all accounts'),
});

/** The operator's settings. */
export type PlatformConfig = z.output<typeof configSchema>;

/** The operator's settings for the entire platform. */
export const platformContract = {
  read: {
    method: 'GET',
    path: '/api/admin/config',
    summary: 'Read the application config',
    chapter: 'Platform',
    access: { roles: ['super', 'admin'] },
    responses: { 200: { description: 'The config', schema: configSchema } },
  },
  change: {
    method: 'PUT',
    path: '/api/admin/config',
    summary: 'Change the application config',
    chapter: 'Platform',
    access: { roles: ['super'] },
    body: configSchema,
    responses: { 200: { description: 'The updated config', schema: configSchema } },
  },
} as const satisfies Contract;
