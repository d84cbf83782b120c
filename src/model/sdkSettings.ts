import { z } from 'zod';
import { textSchema } from './textSchema.ts';

/** What an SDK writes to the log of its app, from nothing to everything. */
export const sdkLogLevels = ['off', 'error', 'warn', 'info', 'debug'] as const;

/** A release of the SDK: numbers with dots between them, such as 1.4.2. */
export const sdkVersionPattern = /^\d{1,5}(\.\d{1,5}){0,3}$/;

/** What each setting does, by its path. */
export const sdkSettingHelp = {
  logLevel: 'What the SDK writes to the log of its app: off, error, warn, info or debug',
  cacheMb: 'Most megabytes of media that it keeps on the device',
  'endpoints.ads': 'Whether it asks for ads',
  'endpoints.events': 'Whether it calls trackers',
  minSupportedSdk: 'Older releases of the SDK are switched off, such as 1.4.2; empty = none',
  forceOff: 'Switches the SDK off',
  'privacy.gdpr': 'Whether the GDPR applies where the app does not say',
  'privacy.ccpa': 'Whether the CCPA applies where the app does not say',
  'privacy.coppa': 'Whether the audience are children where the app does not say',
  testDevices: 'Device or install ids that get this version whatever its rollout; no device is told of them',
} as const;

const flag = (initial: boolean) => z.boolean('Must be true or false').default(initial);

const deviceId = textSchema('Must be text').trim().min(1, 'Must not be empty').max(128, 'At most 128 characters');

/** What an app's SDK is told to do. What is left out takes its default. */
export const sdkSettingsSchema = z.strictObject(
  {
    logLevel: z
      .enum(sdkLogLevels, `One of: ${sdkLogLevels.join(', ')}`)
      .default('warn')
      .describe(sdkSettingHelp.logLevel),
    cacheMb: z
      .int('Must be a whole number')
      .min(0, 'At least 0')
      .max(1024, 'At most 1024')
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
      .array(deviceId, 'Must be a list of device ids')
      .max(500, 'At most 500')
      .refine((ids) => new Set(ids).size === ids.length, 'Each only once')
      .default([])
      .describe(sdkSettingHelp.testDevices),
  },
  'Must be an object',
);

/** What an app's SDK is told to do. */
export type SdkSettings = z.output<typeof sdkSettingsSchema>;

/** What an SDK does when it is told nothing. */
export const defaultSdkSettings: SdkSettings = sdkSettingsSchema.parse({});

/** Compares releases number by number: negative when the first is older. A text that is no release is the oldest. */
export function compareSdkVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): number[] {
  // Builds may carry a suffix: 1.4.2-beta.1 counts as 1.4.2.
  const release = version.trim().replace(/^v/i, '').split(/[-+]/)[0] ?? '';
  return sdkVersionPattern.test(release) ? release.split('.').map(Number) : [-1];
}
