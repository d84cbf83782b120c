import { z } from 'zod';
import { textSchema } from '../field/textSchema.ts';

/** Log levels of the SDK in the app's log, from none to everything. */
export const sdkLogLevels = ['off', 'error', 'warn', 'info', 'debug'] as const;

/** Pattern of an SDK release: numbers separated by dots, such as 1.4.2. */
export const sdkVersionPattern = /^\d{1,5}(\.\d{1,5}){0,3}$/;

/** The effect of each setting, by its path. */
export const sdkSettingHelp = {
  logLevel: 'What the SDK writes to the app’s log: off, error, warn, info or debug',
  cacheMb: 'Maximum size of the media cache on the device, in MB',
  'endpoints.ads': 'Whether the SDK requests ads',
  'endpoints.events': 'Whether the SDK calls trackers',
  minSupportedSdk: 'SDK releases older than this one, such as 1.4.2, are switched off. Empty = none',
  forceOff: 'Turns the SDK off',
  'privacy.gdpr': 'Whether the GDPR applies if the app does not say',
  'privacy.ccpa': 'Whether the CCPA applies if the app does not say',
  'privacy.coppa': 'Whether the audience is children if the app does not say',
  testDevices: 'Device or install IDs that always get this version, whatever its rollout. They are not sent to devices',
} as const;

const flag = (initial: boolean) => z.boolean('Must be true or false').default(initial);

const deviceId = textSchema('Must be text').trim().min(1, 'Must not be empty').max(128, 'At most 128 characters');

/** The settings of an app's SDK. Missing ones get their defaults. */
export const sdkSettingsSchema = z.strictObject(
  {
    logLevel: z
      .enum(sdkLogLevels, `One of: ${sdkLogLevels.join(', ')}`)
      .default('warn')
      .describe(sdkSettingHelp.logLevel),
    cacheMb: z
      .int('Must be a whole number')
      .min(0, 'At least 0')
      .max(1024, 'At most 1,024')
      .default(50)
      .describe(sdkSettingHelp.cacheMb),
    endpoints: z
      .strictObject(
        {
          ads: flag(true).describe(sdkSettingHelp['endpoints.ads']),
          events: flag(true).describe(sdkSettingHelp['endpoints.events']),
        },
        'Must be an object',
      )
      .prefault({}),
    minSupportedSdk: z
      .string('Must be text')
      .trim()
      .refine((value) => value === '' || sdkVersionPattern.test(value), 'Must be a release such as 1.4.2, or empty')
      .default('')
      .describe(sdkSettingHelp.minSupportedSdk),
    forceOff: flag(false).describe(sdkSettingHelp.forceOff),
    privacy: z
      .strictObject(
        {
          gdpr: flag(false).describe(sdkSettingHelp['privacy.gdpr']),
          ccpa: flag(false).describe(sdkSettingHelp['privacy.ccpa']),
          coppa: flag(false).describe(sdkSettingHelp['privacy.coppa']),
        },
        'Must be an object',
      )
      .prefault({}),
    testDevices: z
      .array(deviceId, 'Must be a list of device IDs')
      .max(500, 'At most 500 device IDs')
      .refine((ids) => new Set(ids).size === ids.length, 'Must not contain duplicates')
      .default([])
      .describe(sdkSettingHelp.testDevices),
  },
  'Must be an object',
);

export type SdkSettings = z.output<typeof sdkSettingsSchema>;

/** The settings of an SDK without a published configuration. */
export const defaultSdkSettings: SdkSettings = sdkSettingsSchema.parse({});

/**
 * Compares releases number by number: negative when the first is older. Text that is not a release counts as the
 * oldest.
 */
export function compareSdkVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): number[] {
  // Builds may have a suffix: 1.4.2-beta.1 counts as 1.4.2.
  const release = version.trim().replace(/^v/i, '').split(/[-+]/)[0] ?? '';
  return sdkVersionPattern.test(release) ? release.split('.').map(Number) : [-1];
}
