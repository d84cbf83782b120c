import { z } from 'zod';
import { accountRoles, demandAccount, type Role, structures } from '#model/index.ts';
import { idParam } from '../addressValues.ts';
import { moneyValue } from '../money/moneyValue.ts';
import type { Contract } from '../routeDeclaration.ts';

const { fields } = demandAccount;
const bit = z.literal(1, 'Must be 1 or null').nullable();

const common = {
  name: fields.name.schema(),
  companyName: fields.companyName.schema(),
  companyAddress: fields.companyAddress.schema(),
  contactNumber: fields.contactNumber.schema(),
  contactExpired: fields.contactExpired.schema(),
  timezone: fields.timezone.schema().describe('Whole hours from UTC'),
  contacts: structures.contacts.schema,
  tagParams: fields.tagParams.schema().nullable().describe('null = none'),
};

/** Fields that only demand users have. */
const options = {
  priceReq: moneyValue(fields.priceReq.schema().optional()),
  priceDsp: moneyValue(fields.priceDsp.schema().optional()),
  priceImp: moneyValue(fields.priceImp.schema().optional()),
  pricePostbid: moneyValue(fields.pricePostbid.schema().optional()),
  postbidPercent: fields.postbidPercent.schema().optional(),
  setPostbidAll: bit.optional(),
  setCheckIVTAll: bit.optional(),
  blockIVT: bit.optional(),
  delOldCreatives: bit.optional(),
};

const profileSchema = z.object({
  ...common,
  token: z
    .string()
    .describe('The masked API token: its last four characters; empty = none. Only for the owner')
    .optional(),
  uid: z.string().describe('UID of the account; only for an admin who acts as the user').optional(),
  domain: z.string().describe('Host of the account’s channel tags; empty = the platform’s'),
  sellersJson: z
    .union([structures.sellers.schema, structures.seller.schema])
    .optional()
    .describe('For demand users, the sellers of the account; for sub users, their entry in sellers.json'),
  ...options,
});

/** The profile of the signed-in user. Prices are decimal USD text. */
export type Profile = z.output<typeof profileSchema>;

/** The complete form as it is sent back; read-only fields may be sent unchanged. */
const profileFormSchema = z.strictObject({
  ...common,
  token: z.string('Must be text').optional(),
  uid: z.string('Must be text').optional(),
  domain: z.string('Must be text').optional(),
  sellersJson: structures.sellers.schema.optional(),
  ...options,
});

/** The complete form as it is sent. */
export type SentProfile = z.input<typeof profileFormSchema>;

/** A form with valid shapes. */
export type ProfileForm = z.output<typeof profileFormSchema>;

/** All users of an account: everyone except admins. */
const readers: readonly Role[] = [...accountRoles, 'sub', 'adv', 'sdk'];

/** Partners, and managers without full rights, can only view. */
const writers: readonly Role[] = ['demand', 'full', 'sdk'];

const chapter = 'Profile';

const token = { path: '/api/demand/token', chapter, access: { roles: ['demand'] }, isForPeople: true } as const;

/** The profile of the signed-in user, and the API token of its account. */
export const profileContract = {
  read: {
    method: 'GET',
    path: '/api/demand/info',
    summary: 'Read your profile; for demand users, that of the account',
    chapter,
    access: { roles: readers },
    responses: {
      200: {
        description:
          'The profile. An SDK user has its own name and contacts and the account’s company; a partner has its own ' +
          'name, contacts and seller, and an empty company.',
        schema: profileSchema,
      },
    },
  },
  change: {
    method: 'PUT',
    path: '/api/demand/info',
    summary: 'Change your profile: send the whole form as it was read',
    chapter,
    access: { roles: writers },
    body: profileFormSchema,
    responses: {
      200: {
        description:
          'The updated profile. With setCheckIVTAll, every channel and tag is checked for invalid traffic from now ' +
          'on; with setPostbidAll, they are measured by the vendors of the account. Channels and tags are changed in ' +
          'one change set with the profile.',
        schema: profileSchema,
      },
    },
    rejects: [400, 403, 409, 422],
  },
  listVastParams: {
    method: 'GET',
    path: '/api/demand/vastParams',
    summary: 'List the parameters that channel tags support',
    chapter,
    access: { roles: readers },
    responses: { 200: { description: 'Parameter names', schema: z.array(z.string()) } },
  },
  listVast2Params: {
    method: 'GET',
    path: '/api/demand/vast2Params',
    summary: 'List the same parameters plus the account’s own tag parameters',
    chapter,
    access: { roles: readers },
    responses: { 200: { description: 'Parameter names', schema: z.array(z.string()) } },
  },
  createToken: {
    ...token,
    confirmation: { of: 'all' },
    method: 'POST',
    summary:
      'Create a new API token for the account. It is shown only once; the previous token stops working immediately',
    responses: { 201: { description: 'The token', schema: z.object({ token: z.string() }) } },
    rejects: [403],
  },
  revokeToken: {
    ...token,
    method: 'DELETE',
    summary: 'Revoke the API token of the account',
    responses: { 200: { description: 'The token is revoked', schema: z.object({}) } },
    rejects: [403],
  },
  revokeTokenOf: {
    method: 'DELETE',
    path: '/api/demands/{id}/token',
    summary: 'Revoke the API token of an account; its owner can create a new one',
    chapter: 'Platform',
    access: { entity: 'demand', action: 'update' },
    params: idParam,
    responses: { 200: { description: 'The token is revoked', schema: z.object({}) } },
    rejects: [404],
  },
} as const satisfies Contract;
