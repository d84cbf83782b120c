import { z } from 'zod';
import type { Profile, SentProfile } from '#api/profile/profileContract.ts';
import {
  type Contact,
  contactTypes,
  demandAccount,
  faultsOf,
  type Seller,
  type SellerEntry,
  structures,
} from '#model/index.ts';

/** The profile while it is edited: numbers and the date as typed text, flags as boxes. Absent is what its user has not. */
export interface ProfileValues {
  name: string;
  companyName: string;
  companyAddress: string;
  contactNumber: string;
  contactExpired: string;
  timezone: number;
  contacts: Contact[];
  sellers?: SellerEntry[];
  seller?: Seller;
  tagParams: string[];
  options?: ProfileOptions;
}

/** What the Options tab edits. */
export interface ProfileOptions {
  priceReq: string;
  priceDsp: string;
  priceImp: string;
  pricePostbid: string;
  postbidPercent: string;
  setPostbidAll: boolean;
  setCheckIVTAll: boolean;
  blockIVT: boolean;
  delOldCreatives: boolean;
}

/** The options that are on or off. */
export const optionFlags = ['setPostbidAll', 'setCheckIVTAll', 'blockIVT', 'delOldCreatives'] as const;

/** What is wrong, by the path of the value in the API: "name", "contacts.1.contactEmail". */
export type ProfileFaults = Readonly<Record<string, string>>;

/** What the form starts with. */
export function valuesOf(profile: Profile): ProfileValues {
  const { sellersJson } = profile;
  return {
    name: profile.name,
    companyName: profile.companyName,
    companyAddress: profile.companyAddress,
    contactNumber: profile.contactNumber,
    contactExpired: profile.contactExpired ?? '',
    timezone: profile.timezone,
    contacts: profile.contacts,
    ...(Array.isArray(sellersJson) ? { sellers: sellersJson } : sellersJson ? { seller: sellersJson } : {}),
    tagParams: profile.tagParams ?? [],
    ...(profile.priceReq === undefined ? {} : { options: optionsOf(profile) }),
  };
}

function optionsOf(profile: Profile): ProfileOptions {
  return {
    priceReq: profile.priceReq ?? '',
    priceDsp: String(profile.priceDsp ?? ''),
    priceImp: profile.priceImp ?? '',
    pricePostbid: profile.pricePostbid ?? '',
    postbidPercent: String(profile.postbidPercent ?? ''),
    setPostbidAll: profile.setPostbidAll === 1,
    setCheckIVTAll: profile.setCheckIVTAll === 1,
    blockIVT: profile.blockIVT === 1,
    delOldCreatives: profile.delOldCreatives === 1,
  };
}

/** The form as it is sent: what was read but for the token, with what was typed, trimmed. A number that is none stays text. */
export function bodyOf({ token: _token, ...profile }: Profile, values: ProfileValues): Record<string, unknown> {
  const { sellers, seller, options, ...common } = values;
  const body: Record<string, unknown> = {
    ...profile,
    ...trimmed(common),
    contactExpired: values.contactExpired.trim() || null,
    tagParams: values.tagParams.length > 0 ? values.tagParams : null,
  };
  if (sellers ?? seller) body['sellersJson'] = trimmed(sellers ?? seller);
  if (options) {
    Object.assign(body, options, {
      priceDsp: numberOf(options.priceDsp),
      postbidPercent: numberOf(options.postbidPercent),
    });
    for (const flag of optionFlags) body[flag] = options[flag] ? 1 : null;
  }
  return body;
}

/** Every text in a value without the white space around it. */
function trimmed<Value>(value: Value): Value {
  const trim = (each: unknown): unknown => {
    if (typeof each === 'string') return each.trim();
    if (Array.isArray(each)) return each.map(trim);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, trim(inner)]));
  };
  return trim(value) as Value;
}

function numberOf(text: string): unknown {
  return /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}

const { fields } = demandAccount;

/** The rules that the server will apply too. */
const rules = z.object({
  name: fields.name.schema(),
  companyName: fields.companyName.schema(),
  companyAddress: fields.companyAddress.schema(),
  contactNumber: fields.contactNumber.schema(),
  contactExpired: fields.contactExpired.schema(),
  timezone: fields.timezone.schema(),
  contacts: structures.contacts.schema,
  sellersJson: z.union([structures.sellers.schema, structures.seller.schema]).optional(),
  tagParams: fields.tagParams.schema().nullable(),
  priceReq: fields.priceReq.schema().optional(),
  priceDsp: fields.priceDsp.schema().optional(),
  priceImp: fields.priceImp.schema().optional(),
  pricePostbid: fields.pricePostbid.schema().optional(),
  postbidPercent: fields.postbidPercent.schema().optional(),
});

/** The faults of a form before it is sent; the first of each value. */
export function faultsOfProfile(body: Record<string, unknown>): ProfileFaults {
  const sellers = Array.isArray(body['sellersJson']) ? structures.sellers.schema : structures.seller.schema;
  const parsed = rules.extend({ sellersJson: sellers.optional() }).safeParse(body);
  return parsed.success ? {} : byPath(faultsOf(parsed.error));
}

/** Whether a form can be sent. */
export function isValidBody(body: Record<string, unknown>): body is SentProfile & Record<string, unknown> {
  return Object.keys(faultsOfProfile(body)).length === 0;
}

/** Faults by their paths; the first of each. */
export function byPath(faults: readonly { path: string; message: string }[]): ProfileFaults {
  return Object.fromEntries(faults.toReversed().map(({ path, message }) => [path, message]));
}

/** The tabs in their order. */
export const profileTabs = ['common', 'options', 'sellers', ...contactTypes, 'tags'] as const;

/** A tab of the profile. */
export type ProfileTab = (typeof profileTabs)[number];

/** The tab on which a value stands. */
export function tabOf(path: string): ProfileTab {
  const [head = '', index = ''] = path.split('.');
  if (head === 'contacts') return contactTypes[Number(index)] ?? 'general';
  if (head === 'sellersJson') return 'sellers';
  if (head === 'tagParams') return 'tags';
  const isOption = head.startsWith('price') || head === 'postbidPercent' || optionFlags.some((flag) => flag === head);
  return isOption ? 'options' : 'common';
}
