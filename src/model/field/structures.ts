import { z } from 'zod';
import { rolePermissionsSchema, type RolePermissions } from '../account/rolePermissions.ts';
import { optionalDomainPattern, pastedDomain } from './domains.ts';
import { textSchema, trimmed } from './textSchema.ts';
import {
  dealBidsSchema,
  frequenciesSchema,
  mediaSchema,
  multipliersSchema,
  type DealBids,
  type FrequencyCap,
  type MediaFile,
  type Multiplier,
} from '../buying/shapes.ts';
import { type ScanFinding, scanFindingsSchema } from '../scan/scanFinding.ts';
import { defaultSdkSettings, sdkSettingsSchema } from '../sdk/sdkSettings.ts';
import { hoursSchema } from '../targeting/hours.ts';

const line = (max: number) => textSchema('Must be text').trim().max(max, `At most ${max} characters`);

const email = line(254).refine(
  (value) => value === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
  'Must be an email address',
);

/** Contact types, in the order of their tabs. */
export const contactTypes = ['general', 'billing', 'technical'] as const;

export type ContactType = (typeof contactTypes)[number];

const contactSchema = z.strictObject({
  type: z.enum(contactTypes, `One of: ${contactTypes.join(', ')}`),
  firstName: line(100).default(''),
  lastName: line(100).default(''),
  position: line(100).default(''),
  contactPhone: line(50).default(''),
  mobilePhone: line(50).default(''),
  contactEmail: email.default(''),
  personalEmail: email.default(''),
});

/** A contact person. */
export type Contact = z.output<typeof contactSchema>;

const contactsSchema = z
  .array(contactSchema, 'Must be a list of contacts')
  .max(contactTypes.length, 'Only one contact per type')
  .refine(
    (contacts) => new Set(contacts.map(({ type }) => type)).size === contacts.length,
    'Only one contact per type',
  );

/** An empty contact of a type. */
export function emptyContact(type: ContactType): Contact {
  return {
    type,
    firstName: '',
    lastName: '',
    position: '',
    contactPhone: '',
    mobilePhone: '',
    contactEmail: '',
    personalEmail: '',
  };
}

/** One contact of each type, in order; missing ones are empty. */
export function completeContacts(contacts: readonly Contact[]): Contact[] {
  return contactTypes.map((type) => contacts.find((contact) => contact.type === type) ?? emptyContact(type));
}

const host = trimmed(253, pastedDomain).regex(optionalDomainPattern, 'Must be a domain such as publisher.example');

const sellerEntrySchema = z.strictObject({
  id: line(128).min(1, 'Required'),
  domain: host.min(1, 'Required'),
  name: line(255).min(1, 'Required'),
});

/** An entry of a demand account's sellers.json. */
export type SellerEntry = z.output<typeof sellerEntrySchema>;

const sellersSchema = z
  .array(sellerEntrySchema, 'Must be a list of sellers')
  .max(10_000, 'At most 10,000 sellers')
  .refine((sellers) => new Set(sellers.map(({ id }) => id)).size === sellers.length, 'Each ID must be unique');

/** Seller types of sellers.json. */
export const sellerTypes = ['PUBLISHER', 'INTERMEDIARY', 'BOTH'] as const;

const bit = z.union([z.literal(0), z.literal(1)], 'Must be 0 or 1');

const sellerSchema = z.strictObject({
  type: z.enum(sellerTypes, `One of: ${sellerTypes.join(', ')}`),
  name: line(255).default(''),
  id: line(128).default(''),
  /** 1 = listed, shown as Active. */
  status: bit,
  /** 1 = the file omits name and domain. */
  confidential: bit,
});

/** A sub-publisher's entry in sellers.json. */
export type Seller = z.output<typeof sellerSchema>;

/** The entry of a sub-publisher before anyone has edited it. */
export const defaultSeller: Seller = { type: 'INTERMEDIARY', name: '', id: '', status: 0, confidential: 0 };

/** Metrics that caps limit. */
export const limitMetrics = ['requests', 'impressions', 'spend'] as const;

/** Periods of caps, in the account's time zone. Weeks start on Monday. */
export const limitPeriods = ['minute', 'hour', 'day', 'week', 'month', 'lifetime'] as const;

export const limitPacings = ['asap', 'even'] as const;

const limitSchema = z.strictObject({
  metric: z.enum(limitMetrics, `One of: ${limitMetrics.join(', ')}`),
  period: z.enum(limitPeriods, `One of: ${limitPeriods.join(', ')}`),
  /** A count, or USD with at most four decimals. */
  value: z.number('Must be a number').positive('Must be more than 0').max(1_000_000_000, 'At most 1,000,000,000'),
  pacing: z.enum(limitPacings, `One of: ${limitPacings.join(', ')}`).default('asap'),
});

/** A cap in addition to the plain cap fields. */
export type Limit = z.output<typeof limitSchema>;

const limitsSchema = z
  .array(limitSchema, 'Must be a list of caps')
  .max(18, 'At most 18 caps')
  .superRefine((limits, context) => {
    for (const [index, { metric, period, value }] of limits.entries()) {
      const fault = (path: string, message: string) =>
        context.addIssue({ code: 'custom', message, path: [index, path] });
      const isSame = (other: Limit) => other.metric === metric && other.period === period;
      if (limits.findIndex(isSame) < index) fault('period', 'Another cap has the same metric and period');
      if (metric !== 'spend' && !Number.isInteger(value)) fault('value', 'Must be a whole number');
      if (metric === 'spend' && !/^\d+(\.\d{1,4})?$/.test(String(value))) fault('value', 'At most four decimals');
    }
  });

const partnerParamsSchema = z.record(
  textSchema().max(64, 'At most 64 characters'),
  z.union([line(255), z.number('Must be a number')], 'Must be text or a number'),
  'Must be an object of parameter names and values',
);

/** Values of a partner's parameters, by name. */
export type PartnerParams = z.output<typeof partnerParamsSchema>;

/** Floors as CPM in USD, by market: country and device type, such as `US ctv`. */
const floorsSchema = z.record(z.string().max(40), z.string().regex(/^\d{1,6}(\.\d{1,9})?$/));

/** Dynamic floors, by market. */
export type DynamicFloors = z.output<typeof floorsSchema>;

/** The structures that a field can have, each with its empty value, and whether it contains prices or amounts. */
export const structures = {
  contacts: { schema: contactsSchema, empty: [] as Contact[], hasMoney: false },
  sellers: { schema: sellersSchema, empty: [] as SellerEntry[], hasMoney: false },
  seller: { schema: sellerSchema, empty: defaultSeller, hasMoney: false },
  sdkSettings: { schema: sdkSettingsSchema, empty: defaultSdkSettings, hasMoney: false },
  hours: { schema: hoursSchema, empty: [] as number[], hasMoney: false },
  limits: { schema: limitsSchema, empty: [] as Limit[], hasMoney: true },
  partnerParams: { schema: partnerParamsSchema, empty: {} as PartnerParams, hasMoney: false },
  floors: { schema: floorsSchema, empty: {} as DynamicFloors, hasMoney: true },
  media: { schema: mediaSchema, empty: [] as MediaFile[], hasMoney: false },
  scanFindings: { schema: scanFindingsSchema, empty: [] as ScanFinding[], hasMoney: false },
  frequencies: { schema: frequenciesSchema, empty: [] as FrequencyCap[], hasMoney: false },
  multipliers: { schema: multipliersSchema, empty: [] as Multiplier[], hasMoney: true },
  rolePermissions: { schema: rolePermissionsSchema, empty: {} as RolePermissions, hasMoney: false },
  dealBids: { schema: dealBidsSchema, empty: {} as DealBids, hasMoney: true },
} as const;

/** The entity whose ids are the keys of a structure; undefined for all others. */
export function keyEntityOf(structure: StructureName | undefined): 'deal' | undefined {
  return structure === 'dealBids' ? 'deal' : undefined;
}

export type StructureName = keyof typeof structures;

export type StructureValue<S extends StructureName> = (typeof structures)[S]['empty'];
