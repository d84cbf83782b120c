import { z } from 'zod';
import { maxGroupRoles, providedRoles } from '#model/account/identityProvider.ts';
import { trimmed } from '#model/field/textSchema.ts';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';

const chapter = 'Single sign-on';
const access = { roles: ['demand', 'super'] } as const;

const flag = z.boolean('Must be true or false');
const role = z.enum(providedRoles, `One of: ${providedRoles.join(', ')}`);
const issuer = trimmed(500)
  .regex(/^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/, 'Must be a URL such as https://login.example/realms/main')
  .refine((url) => !url.includes('/.well-known/'), 'Must be the issuer, without /.well-known/openid-configuration');

const settingsSchema = z.strictObject({
  name: trimmed(32).min(1, 'Required').describe('Names it on the sign-in page'),
  isEnabled: flag.describe('Whether people can sign in with it'),
  issuer: issuer.describe('Issuer URL of the provider'),
  clientId: trimmed(300).min(1, 'Required'),
  clientSecret: trimmed(1000)
    .nullable()
    .optional()
    .describe('Client secret; null = none (a public client). Absent = unchanged; it is never returned'),
  groupsClaim: trimmed(200)
    .min(1, 'Required')
    .describe('Claim with the groups of a user; may be a path: realm_access.roles'),
  groupRoles: z
    .array(z.strictObject({ group: trimmed(300).min(1, 'Required'), role }))
    .max(maxGroupRoles, `At most ${maxGroupRoles}`)
    .describe('Roles of groups; the first group that a user is in counts. Empty = roles are set here, not by groups'),
  defaultRole: role.nullable().describe('Role of users without such a group; null = they cannot sign in'),
  createsUsers: flag.describe('Whether users are created at their first sign-in'),
  trustsEmail: flag.describe('Whether email addresses count that the provider does not mark as verified'),
  allowsPasswords: flag.describe('Whether passwords sign in too. Owners and super admins always have theirs'),
});

/** Body of PUT /api/sso. */
export type ProviderSettings = z.input<typeof settingsSchema>;

const domainSchema = z.object({
  domain: z.string(),
  recordName: z.string().describe('Name of the TXT record that proves the domain'),
  record: z.string().describe('Text of this record'),
  verifiedAt: z.iso.datetime().nullable(),
  verifiedBy: z.enum(['record', 'admin']).nullable().describe('admin = by a super admin, without a record'),
  missingSince: z.iso.datetime().nullable().describe('Since when the record is missing; null = it exists'),
  endsAt: z.iso.datetime().nullable().describe('When it is no longer verified if the record stays missing'),
});

/** An email domain of a provider. */
export type ProviderDomain = z.output<typeof domainSchema>;

const providerSchema = settingsSchema.omit({ clientSecret: true }).extend({
  issuer: z.string().describe('Issuer URL; empty = not set up'),
  clientId: z.string(),
  hasClientSecret: z.boolean(),
  redirectUri: z.string().describe('Redirect URI to enter at the provider'),
  signOutUri: z.string().describe('Page after signing out, to enter at the provider'),
  startUrl: z.string().describe('Link that signs in with the provider'),
  scimUrl: z.string().describe('URL of the provisioning API (SCIM 2.0), to enter at the provider'),
  domains: z.array(domainSchema),
  users: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      login: z.string(),
      subject: z.string().describe('ID of the user at the provider'),
      linkedAt: z.iso.datetime(),
      usedAt: z.iso.datetime().describe('Last sign-in with it'),
    }),
  ),
});

/** The identity provider of an account. */
export type ShownProvider = z.output<typeof providerSchema>;

const one = z.object({ provider: providerSchema });
const domainParam = z.object({ domain: z.string().max(255, 'At most 255 characters') });

const common = { chapter, access, isForPeople: true } as const;

/** Who can sign in follows from it. */
const confirmed = { ...common, confirmation: { of: 'all' } } as const;

/** The identity provider of an account, for its owner; that of the platform's admins, for super admins. */
export const providerContract = {
  read: {
    ...common,
    method: 'GET',
    path: '/api/sso',
    summary: 'Read the identity provider of your account; for super admins, that of the platform',
    responses: {
      200: {
        description: 'The provider; null if there is none',
        schema: z.object({ provider: providerSchema.nullable() }),
      },
    },
  },
  create: {
    ...confirmed,
    method: 'POST',
    path: '/api/sso',
    summary: 'Create the identity provider, which is disabled until it is set up',
    responses: { 201: { description: 'The provider with its redirect URI', schema: one } },
    rejects: [409],
  },
  change: {
    ...confirmed,
    method: 'PUT',
    path: '/api/sso',
    fourEyes: ['roles'],
    summary: 'Set up the identity provider. With another issuer, no user is linked any more',
    body: settingsSchema,
    responses: { 200: { description: 'The provider', schema: one } },
    rejects: [404, 422],
  },
  remove: {
    ...confirmed,
    method: 'DELETE',
    path: '/api/sso',
    summary: 'Remove the identity provider. Sessions that were opened with it end',
    responses: { 200: { description: 'Removed', schema: z.object({}) } },
    rejects: [404],
  },
  test: {
    ...common,
    method: 'POST',
    path: '/api/sso/test',
    summary: 'Test the connection to an issuer: read its discovery document',
    isReadOnly: true,
    body: z.strictObject({ issuer }),
    responses: {
      200: {
        description: 'The endpoints of the issuer, or why they could not be read',
        schema: z.object({
          fault: z.string().nullable().describe('null = the provider can be used'),
          authorizationEndpoint: z.string().nullable(),
          tokenEndpoint: z.string().nullable(),
          offersSignOut: z.boolean().describe('Whether sessions also end at the provider'),
          namesAuthTime: z
            .boolean()
            .nullable()
            .describe(
              'Whether it names “auth_time”, by which people confirm who they are, among its claims; null = it names none',
            ),
        }),
      },
    },
    rejects: [429],
  },
  addDomain: {
    ...confirmed,
    method: 'POST',
    path: '/api/sso/domains',
    summary: 'Add an email domain, which counts once it is verified',
    body: z.strictObject({ domain: trimmed(255).toLowerCase().min(1, 'Required') }),
    responses: { 201: { description: 'The provider', schema: one } },
    rejects: [404, 422],
  },
  verifyDomain: {
    ...confirmed,
    method: 'POST',
    path: '/api/sso/domains/{domain}/verify',
    fourEyes: ['roles'],
    summary: 'Verify an email domain by its TXT record. Super admins, also while they act as the owner, need no record',
    params: domainParam,
    responses: { 200: { description: 'The provider', schema: one } },
    rejects: [404, 409, 422, 429],
  },
  removeDomain: {
    ...confirmed,
    method: 'DELETE',
    path: '/api/sso/domains/{domain}',
    summary: 'Remove an email domain',
    params: domainParam,
    responses: { 200: { description: 'The provider', schema: one } },
    rejects: [404],
  },
  unlinkUser: {
    ...common,
    method: 'DELETE',
    path: '/api/sso/users/{id}',
    summary: 'Unlink a user from the identity at the provider. Sessions that were opened with it end',
    params: idParam,
    responses: { 200: { description: 'The provider', schema: one } },
    rejects: [404],
  },
} as const satisfies Contract;
