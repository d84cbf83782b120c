import { z } from 'zod';
import {
  securityCategories,
  type SecurityCategory,
  securityEventCodes,
  securityOutcomes,
} from '#model/security/securityEvents.ts';
import { idInText, searchText, wholeNumber } from '../addressValues.ts';
import { commaList } from '../commaList.ts';

const instant = z.iso.datetime('Must be a UTC timestamp, such as 2026-03-01T00:00:00Z');
const categories = Object.keys(securityCategories) as SecurityCategory[];

/** The filters of GET /api/security-log and of its export. */
export const securityFilterSchema = z.strictObject({
  from: instant.optional().describe('Start time, inclusive'),
  to: instant.optional().describe('End time, exclusive'),
  type: commaList(z.enum(securityEventCodes, 'Must be types of events'), 'Types of events').optional(),
  category: commaList(z.enum(categories, `One of: ${categories.join(', ')}`), 'Categories of types').optional(),
  outcome: commaList(
    z.enum(securityOutcomes, `One of: ${securityOutcomes.join(', ')}`),
    'done, failed or refused',
  ).optional(),
  userId: idInText('Must be one ID').optional().describe('Events by this user, or about it'),
  demandId: commaList(idInText('Must be one ID'), 'Accounts').optional(),
  ip: z
    .string('Must be one IP address')
    .trim()
    .max(45, 'At most 45 characters')
    .optional()
    .describe('IP address. Accounts do not find those of the operator’s staff'),
  q: searchText.optional().describe('Part of the name of the user, its login, the admin or the object'),
});

/** The query of GET /api/security-log. */
export const securityQuerySchema = securityFilterSchema.extend({
  page: wholeNumber(1_000_000).default(1),
  size: wholeNumber(1000).default(50),
});
