import { z } from 'zod';
import { textSchema } from '../field/textSchema.ts';

/** Roles of a file: the main content (for video, in one or several qualities), or the icon of a native ad. */
export const fileRoles = ['main', 'icon'] as const;

const fileSchema = z.strictObject({
  role: z.enum(fileRoles, `One of: ${fileRoles.join(', ')}`),
  /** File name in the media store: SHA-256 in hexadecimal, with the extension for single files. */
  file: z.string().regex(/^[0-9a-f]{64}(\.[a-z0-9]{1,5})?$/),
  /** Original name at upload. */
  name: z.string().max(255),
  mime: z.string().max(100),
  bytes: z.int().min(0),
  /** Visible size in pixels. */
  width: z.int().min(0),
  height: z.int().min(0),
  /** Duration in milliseconds. */
  durationMs: z.int().min(0),
  /** Bitrate in kilobits per second. */
  bitrate: z.int().min(0),
  codecs: z.string().max(100),
});

/** A media file of an ad. Sizes and times are 0 where they do not apply. */
export type MediaFile = z.output<typeof fileSchema>;

/** The media files of an ad. */
export const mediaSchema = z.array(fileSchema, 'Must be a list of files').max(10, 'At most 10 files');

const frequencySchema = z.strictObject({
  imps: z.int('Must be a whole number').min(1, 'At least 1').max(1000, 'At most 1,000'),
  per: z.int('Must be a whole number').min(1, 'At least 1').max(720, 'At most 720'),
  unit: z.enum(['minutes', 'hours', 'days'], 'One of: minutes, hours, days'),
  by: z.enum(['device', 'address'], 'One of: device, address'),
});

/** Maximum ads per viewer within a time window. */
export type FrequencyCap = z.output<typeof frequencySchema>;

/** Frequency caps; all of them apply. */
export const frequenciesSchema = z
  .array(frequencySchema, 'Must be a list of frequency caps')
  .max(5, 'At most 5 caps')
  .superRefine((caps, context) => {
    for (const [index, { per, unit }] of caps.entries()) {
      if (unit === 'days' && per > 30) {
        context.addIssue({ code: 'custom', message: 'At most 30 days', path: [index, 'per'] });
      }
    }
  });

/** The dimensions of bid multipliers. */
export const multiplierDimensions = [
  { value: 'country', label: 'Country' },
  { value: 'device', label: 'Device' },
  { value: 'os', label: 'Operating system' },
  { value: 'environment', label: 'Environment' },
  { value: 'supplier', label: 'Supplier' },
  { value: 'site', label: 'Site' },
  { value: 'app', label: 'App' },
  { value: 'hour', label: 'Hour of the day' },
] as const;

const multiplierSchema = z.strictObject({
  dimension: z.enum(
    multiplierDimensions.map(({ value }) => value),
    `One of: ${multiplierDimensions.map(({ value }) => value).join(', ')}`,
  ),
  /** The value as in requests: a country code, an id, a host, or an hour from 0 to 23. */
  value: textSchema('Must be text').trim().min(1, 'Required').max(255, 'At most 255 characters'),
  /** 0 = no bid. */
  factor: z.number('Must be a number').min(0, 'At least 0').max(10, 'At most 10'),
});

/** A bid factor for one value of a dimension. */
export type Multiplier = z.output<typeof multiplierSchema>;

/** Bid multipliers, at most one per value. */
export const multipliersSchema = z
  .array(multiplierSchema, 'Must be a list of multipliers')
  .max(200, 'At most 200 multipliers')
  .superRefine((multipliers, context) => {
    const seen = new Set<string>();
    for (const [index, { dimension, value }] of multipliers.entries()) {
      const key = `${dimension} ${value.toLowerCase()}`;
      if (seen.has(key))
        context.addIssue({ code: 'custom', message: 'Another multiplier has the same value', path: [index, 'value'] });
      seen.add(key);
    }
  });

/** CPM in USD by deal id. */
export const dealBidsSchema = z.record(
  z.string().regex(/^[1-9]\d{0,9}$/, 'Must be a deal ID'),
  z
    .string('Must be an amount as text, such as "2.50"')
    .trim()
    .regex(/^\d{1,4}(\.\d{1,4})?$/, 'Must be an amount with at most four decimals'),
  'Must be an object of deal IDs and bids',
);

/** A campaign's own bids under deals. */
export type DealBids = z.output<typeof dealBidsSchema>;
