import { z } from 'zod';
import { accountRoles, type Role } from '#model/index.ts';
import { idParam } from '../addressValues.ts';
import { namedSchema } from '../responseValues.ts';
import type { Contract } from '../routeDeclaration.ts';

const snippetSchema = z.object({
  asi: z.string().describe('Domain of the advertising system'),
  sellerId: z.string(),
  isListed: z.boolean().describe('Whether the sellers.json of that domain lists the seller'),
  direct: z.string().nullable().describe('Line for inventory that the seller owns'),
  reseller: z.string().nullable().describe('Line for inventory that it resells'),
});

/** The lines for a seller's ads.txt and app-ads.txt, and their parts. */
export type AdsTxtSnippet = z.output<typeof snippetSchema>;

const sellerLinesSchema = snippetSchema.extend({
  subpublisher: namedSchema.nullable().describe('Sub-publisher; null = the account itself'),
});

/** A seller of an account, with its lines. */
export type SellerLines = z.output<typeof sellerLinesSchema>;

/** Roles that have sellers: those of an account, and sub-publishers. */
const sellers: readonly Role[] = [...accountRoles, 'sub'];

/** The lines that publishers add to their ads.txt and app-ads.txt. */
export const adsTxtContract = {
  readOfSubpublisher: {
    method: 'GET',
    path: '/api/demand/subs/{id}/adsTxt',
    summary: 'Read the ads.txt lines of a sub-publisher',
    chapter: 'Sub-publishers',
    access: { entity: 'subpublisher', action: 'read' },
    params: idParam,
    responses: { 200: { description: 'The lines and their parts', schema: snippetSchema } },
    rejects: [404],
  },
  listOfAccount: {
    method: 'GET',
    path: '/api/demand/adsTxt',
    summary: 'List the ads.txt lines of the account and of its sub-publishers',
    chapter: 'Sub-publishers',
    access: { entity: 'subpublisher', action: 'read' },
    responses: {
      200: { description: 'The account first, then its sub-publishers by name', schema: z.array(sellerLinesSchema) },
    },
  },
  readOwn: {
    method: 'GET',
    path: '/api/demand/info/adsTxt',
    summary: 'Read your own ads.txt lines; for demand users, those of the account',
    chapter: 'Profile',
    access: { roles: sellers },
    responses: { 200: { description: 'The lines and their parts', schema: snippetSchema } },
    rejects: [404],
  },
} as const satisfies Contract;
