import { defineEntity } from '../entity/entity.ts';
import type { Fault } from '../entity/fault.ts';
import { instant, percent, reference, status, structure, text } from '../field/fields.ts';
import { sdkSettingsSchema } from './sdkSettings.ts';

/** A version of the settings of an app's SDK: a draft until it is published, and fixed afterwards. */
export const sdkConfig = defineEntity({
  name: 'sdkConfig',
  label: 'Config version',
  pluralLabel: 'Config versions',
  table: 'sdk_configs',
  path: 'sdk/configs',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  uniqueTogether: [['sdkAppId', 'name']],
  fields: {
    status: { ...status(), help: 'If a version is paused, devices get the previous one.' },
    name: text({
      label: 'Version',
      max: 40,
      pattern: /^[\w.-]*$/,
      patternText: 'Must contain only letters, digits, dots, dashes and underscores',
      help: 'Version that devices report. Must be unique in the app.',
    }),
    sdkAppId: reference({ label: 'App', target: 'sdkApp', isImmutable: true }),
    content: structure({ label: 'Settings', structure: 'sdkSettings' }),
    percent: percent({
      label: 'Rollout',
      isMoney: false,
      default: 100,
      help: 'Percentage of devices that get the version once it is published.',
    }),
    note: text({ label: 'Note', max: 500, default: '', help: 'What is new in the version.' }),
    publishedAt: instant({ label: 'Published' }),
  },
  rules: (rule) => [
    rule(['name', 'publishedAt'], (row, before) =>
      before && before.publishedAt !== null && before.name !== row.name ? [fixed('name')] : [],
    ),
    rule(['content', 'publishedAt'], (row, before) =>
      before && before.publishedAt !== null && textOf(before.content) !== textOf(row.content) ? [fixed('content')] : [],
    ),
  ],
});

function fixed(path: string): Fault {
  return { code: 'published', message: 'A published version cannot be changed. Create a new version.', path };
}

/** Serializes settings independently of the order of their keys. */
function textOf(content: unknown): string {
  return JSON.stringify(sdkSettingsSchema.safeParse(content).data ?? content);
}
