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

/**
 * Form values of the profile: numbers and the date as typed, flags as booleans. Fields that the user does not have are
 * absent.
 */
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

/** Form values of the Options tab. */
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

/** Error messages by API path: "name", "contacts.1.contactEmail". */
export type ProfileFaults = Readonly<Record<string, string>>;

/** The initial form values. */
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
    ...(profile.postbidPercent === undefined ? {} : { options: optionsOf(profile) }),
  };
}

/** The prices of the account, which some roles do not see. */
export const priceNames = ['priceReq', 'priceDsp', 'priceImp', 'pricePostbid'] as const;

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

/** The request body: the profile as read, without the token, with the trimmed input. An invalid number stays text. */
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
    // Users who do not see prices do not send them either.
    if (profile.priceReq === undefined) for (const price of priceNames) delete body[price];
  }
  return body;
}

/** Trims every string in a value. */
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

/** The server's rules, checked before sending. */
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

/** The faults of a body before it is sent, the first of each path. */
export function faultsOfProfile(body: Record<string, unknown>): ProfileFaults {
  const sellers = Array.isArray(body['sellersJson']) ? structures.sellers.schema : structures.seller.schema;
  const parsed = rules.extend({ sellersJson: sellers.optional() }).safeParse(body);
  return parsed.success ? {} : byPath(faultsOf(parsed.error));
}

/** Whether a body passes the server's rules. */
export function isValidBody(body: Record<string, unknown>): body is SentProfile & Record<string, unknown> {
  return Object.keys(faultsOfProfile(body)).length === 0;
}

/** Faults by path, the first of each. */
export function byPath(faults: readonly { path: string; message: string }[]): ProfileFaults {
  return Object.fromEntries(faults.toReversed().map(({ path, message }) => [path, message]));
}

/** The tabs in display order. */
export const profileTabs = ['common', 'options', 'sellers', ...contactTypes, 'tags'] as const;

export type ProfileTab = (typeof profileTabs)[number];

/** The tab of a value, by its API path. */
export function tabOf(path: string): ProfileTab {
  const [head = '', index = ''] = path.split('.');
  if (head === 'contacts') return contactTypes[Number(index)] ?? 'general';
  if (head === 'sellersJson') return 'sellers';
  if (head === 'tagParams') return 'tags';
  const isOption = head.startsWith('price') || head === 'postbidPercent' || optionFlags.some((flag) => flag === head);
  return isOption ? 'options' : 'common';
}
