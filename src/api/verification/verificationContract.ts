import { z } from 'zod';
import { accountRoles, verificationVendors } from '#model/index.ts';
import { verificationImportRoles } from '#model/verification/verificationImportRoles.ts';
import { idParam } from '../addressValues.ts';
import { problemSchema } from '../problem.ts';
import type { Contract } from '../routeDeclaration.ts';
import type { ResultColumn } from './resultColumns.ts';

const chapter = 'Post-bid verification';

/** Maximum file size. */
const limitBytes = 10 * 1024 * 1024;

const vendors = verificationVendors.map(({ value }) => value);

const heading = (what: string) =>
  z.string().max(200, 'At most 200 characters').optional().describe(`Column heading of ${what}`);

const columnsQuery = {
  day: heading('the day or hour, UTC. Without it only the headings are returned'),
  category: heading('the category'),
  imps: heading('impressions'),
  viewable: heading('viewable impressions'),
  channel: heading('the channel, by name or ID'),
  tag: heading('the tag, by name or ID'),
  subpublisher: heading('the sub-publisher, by name or ID'),
  advertiser: heading('the advertiser, by name or ID'),
  site: heading('the site'),
  app: heading('the bundle or store ID of the app'),
  publisher: heading('the publisher ID declared by requests'),
  environment: heading('the environment'),
  country: heading('the country, by code or name'),
  device: heading('the device type'),
  os: heading('the operating system'),
} satisfies Record<ResultColumn, z.ZodType>;

const importQuery = z.object({
  vendor: z.enum(vendors, `One of: ${vendors.join(', ')}`),
  account: z.coerce.number().int().positive().optional().describe('Account ID. Required for admins'),
  fileName: z.string().max(200, 'At most 200 characters').default('results.csv'),
  isDryRun: z.enum(['true', 'false'], 'Must be true or false').default('false'),
  ...columnsQuery,
});

const importResponse = z.object({
  columns: z.array(z.string()).describe('Headings of the file'),
  sample: z.array(z.array(z.string())).describe('First lines, unchanged'),
  count: z.int().describe('Lines below the headings'),
  imps: z.int().describe('Impressions of all lines'),
  invalid: z.int().describe('Impressions of invalid lines'),
  days: z.int().describe('Days in the file, UTC'),
  from: z.string().nullable(),
  to: z.string().nullable(),
  replaced: z.int().describe('Days that already had results'),
  faults: z.array(problemSchema).describe('With paths such as lines.7.imps'),
  isApplied: z.boolean(),
});

/** The contents of a vendor's file, and the result of its import. */
export type ResultImportResponse = z.output<typeof importResponse>;

const importSchema = z.object({
  id: z.int(),
  demandId: z.int(),
  accountName: z.string(),
  vendor: z.enum(vendors),
  fileName: z.string(),
  lines: z.int(),
  imps: z.int(),
  firstDay: z.string(),
  lastDay: z.string(),
  userName: z.string().nullable(),
  createdAt: z.string(),
  isFinished: z.boolean().describe('False = the import was interrupted'),
  daysInForce: z.int().describe('Days not replaced by a later import'),
});

/** An import as the list shows it. */
export type VerificationImport = z.output<typeof importSchema>;

const stateSchema = z.object({
  vendors: z.array(
    z.object({
      vendor: z.enum(vendors),
      isConfigured: z.boolean().describe('Whether the operator has set the URL of its pixel'),
      setting: z.string().describe('Name of the setting'),
    }),
  ),
  imports: z.array(importSchema),
});

/** The configuration and the imports of post-bid verification. */
export type VerificationState = z.output<typeof stateSchema>;

/** Vendors' results for the impressions that they measure. */
export const verificationContract = {
  listImports: {
    method: 'GET',
    path: '/api/verification/imports',
    formerPath: '/api/postbid/imports',
    summary: 'List imported reports of verification vendors, and which vendors are configured',
    chapter,
    access: { roles: ['super', 'admin', ...accountRoles] },
    responses: { 200: { description: 'Newest first', schema: stateSchema } },
  },
  importResults: {
    method: 'POST',
    path: '/api/verification/imports',
    formerPath: '/api/postbid/imports',
    summary: 'Import a verification vendor’s report from CSV: all lines or none. Its days replace earlier results',
    chapter,
    access: { roles: verificationImportRoles },
    query: importQuery,
    streamBody: { contentTypes: ['text/csv'], limitBytes },
    responses: { 200: { description: 'Summary of the file and the import', schema: importResponse } },
    rejects: [403, 404, 422],
  },
  removeImport: {
    method: 'DELETE',
    path: '/api/verification/imports/{id}',
    formerPath: '/api/postbid/imports/{id}',
    summary: 'Remove an imported vendor report with its results',
    chapter,
    access: { roles: verificationImportRoles },
    params: idParam,
    responses: { 200: { description: 'Removed', schema: z.object({}) } },
    rejects: [403, 404, 409],
  },
} as const satisfies Contract;
