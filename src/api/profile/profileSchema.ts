import { z } from 'zod';
import { demandAccount, structures } from '#model/index.ts';

const { fields } = demandAccount;
const bit = z.literal(1, 'Must be 1 or null').nullable();

const common = {
  name: fields.name.schema,
  companyName: fields.companyName.schema,
  companyAddress: fields.companyAddress.schema,
  contactNumber: fields.contactNumber.schema,
  contactExpired: fields.contactExpired.schema,
  timezone: fields.timezone.schema.describe('Whole hours from UTC'),
  contacts: structures.contacts.schema,
  tagParams: fields.tagParams.schema.nullable().describe('Null when there is none'),
};

/** What a profile has of demand users alone. */
const options = {
  priceReq: fields.priceReq.schema.optional(),
  priceDsp: fields.priceDsp.schema.optional(),
  priceImp: fields.priceImp.schema.optional(),
  pricePostbid: fields.pricePostbid.schema.optional(),
  postbidPercent: fields.postbidPercent.schema.optional(),
  setPostbidAll: bit.optional(),
  setCheckIVTAll: bit.optional(),
  blockIVT: bit.optional(),
  delOldCreatives: bit.optional(),
};

/** The profile as it is answered. */
export const profileSchema = z.object({
  ...common,
  token: z.string().describe('The API token, but for its last four characters; empty = none. For the owner').optional(),
  uid: z.string().describe('The account; for an admin who acts as the user').optional(),
  domain: z.string(),
  sellersJson: z.union([structures.sellers.schema, structures.seller.schema]).optional(),
  ...options,
});

/** The whole form as it is sent back; what is read-only may be sent unchanged. */
export const profileFormSchema = z.strictObject({
  ...common,
  token: z.string('Must be text').optional(),
  uid: z.string('Must be text').optional(),
  domain: z.string('Must be text').optional(),
  sellersJson: structures.sellers.schema.optional(),
  ...options,
});

/** A form that was sent and has the right shapes. */
export type ProfileForm = z.output<typeof profileFormSchema>;
