import { z } from 'zod';
import { accountRoles, demandAccount, type Role, structures } from '#model/index.ts';
import { idParam } from '../addressValues.ts';
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
  tagParams: fields.tagParams.schema().nullable().describe('Null when there is none'),
};

/** What a profile has of demand users alone. */
const options = {
  priceReq: fields.priceReq.schema().optional(),
  priceDsp: fields.priceDsp.schema().optional(),
  priceImp: fields.priceImp.schema().optional(),
  pricePostbid: fields.pricePostbid.schema().optional(),
  postbidPercent: fields.postbidPercent.schema().optional(),
  setPostbidAll: bit.optional(),
  setCheckIVTAll: bit.optional(),
  blockIVT: bit.optional(),
  delOldCreatives: bit.optional(),
};

const profileSchema = z.object({
  ...common,
  token: z.string().describe('The API token, but for its last four characters; empty = none. For the owner').optional(),
  uid: z.string().describe('The account; for an admin who acts as the user').optional(),
  domain: z.string().describe('Host of the account’s channel tags; empty = the platform’s'),
  sellersJson: z
    .union([structures.sellers.schema, structures.seller.schema])
    .optional()
    .describe('Of demand users the sellers of the account, of sub users how sellers.json names them'),
  ...options,
});

/** The profile of the signed-in user. Prices are decimal USD text. */
export type Profile = z.output<typeof profileSchema>;

/** The whole form as it is sent back; what is read-only may be sent unchanged. */
const profileFormSchema = z.strictObject({
  ...common,
  token: z.string('Must be text').optional(),
  uid: z.string('Must be text').optional(),
  domain: z.string('Must be text').optional(),
  sellersJson: structures.sellers.schema.optional(),
  ...options,
});

/** The whole form as it is sent. */
export type SentProfile = z.input<typeof profileFormSchema>;

/** A form that was sent and has the right shapes. */
export type ProfileForm = z.output<typeof profileFormSchema>;

/** Everybody of an account: all but admins. */
const readers: readonly Role[] = [...accountRoles, 'sub', 'adv', 'sdk'];

/** Partners only look, and so do the managers whom the owner did not give every right. */
const writers: readonly Role[] = ['demand', 'full', 'sdk'];

const chapter = 'Profile';

const token = { path: '/api/demand/token', chapter, access: { roles: ['demand'] }, isForPeople: true } as const;

/** The profile of the signed-in user, and the API token of its account. */
export const profileContract = {
  read: {
    method: 'GET',
    path: '/api/demand/info',
    summary: 'Read one’s profile: of demand users that of the account',
    chapter,
    access: { roles: readers },
    answers: {
      200: {
        description:
          'The profile. An SDK login has its own name and contacts beside the account’s company; a partner has the ' +
          'name, contacts and seller of its own, and an empty company.',
        schema: profileSchema,
      },
    },
  },
  change: {
    method: 'PUT',
    path: '/api/demand/info',
    summary: 'Change one’s profile: the whole form as it was read',
    chapter,
    access: { roles: writers },
    body: profileFormSchema,
    answers: {
      200: {
        description:
          'The profile as it now is. With setCheckIVTAll every channel and tag is checked for invalid traffic from now ' +
          'on, and with setPostbidAll measured by the vendors that the account has: those that were not are changed in ' +
          'one change set with the profile.',
        schema: profileSchema,
      },
    },
    refuses: [400, 403, 409, 422],
  },
  listVastParams: {
    method: 'GET',
    path: '/api/demand/vastParams',
    summary: 'The parameters that a channel’s tag may carry',
    chapter,
    access: { roles: readers },
    answers: { 200: { description: 'Their names', schema: z.array(z.string()) } },
  },
  listVast2Params: {
    method: 'GET',
    path: '/api/demand/vast2Params',
    summary: 'The same with the account’s own tag parameters',
    chapter,
    access: { roles: readers },
    answers: { 200: { description: 'Their names', schema: z.array(z.string()) } },
  },
  createToken: {
    ...token,
    method: 'POST',
    summary: 'Give the account a new API token, which is shown this once; the one before is refused at once',
    answers: { 201: { description: 'The token', schema: z.object({ token: z.string() }) } },
    refuses: [403],
  },
  revokeToken: {
    ...token,
    method: 'DELETE',
    summary: 'Revoke the API token of the account',
    answers: { 200: { description: 'There is no token', schema: z.object({}) } },
    refuses: [403],
  },
  revokeTokenOf: {
    method: 'DELETE',
    path: '/api/demands/{id}/token',
    summary: 'Revoke the API token of an account; its owner creates another',
    chapter: 'Platform',
    access: { entity: 'demand', action: 'update' },
    params: idParam,
    answers: { 200: { description: 'The account has no token', schema: z.object({}) } },
    refuses: [404],
  },
} as const satisfies Contract;
