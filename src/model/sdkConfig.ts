import { defineEntity, type Fault } from './entity.ts';
import { instant, percent, reference, status, structure, text } from './fields.ts';
import { sdkSettingsSchema } from './sdkSettings.ts';

/** A version of what an app's SDK is told to do. It is a draft until it is published, and fixed from then on. */
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
    status: { ...status(), help: 'Of a paused version, devices get the one before.' },
    name: text({
      label: 'Version',
      max: 40,
      pattern: /^[\w.-]*$/,
      patternText: 'Letters, digits, dots and dashes',
      help: 'What devices report; unique in the app.',
    }),
    sdkAppId: reference({ label: 'App', target: 'sdkApp', isImmutable: true }),
    content: structure({ label: 'Settings', structure: 'sdkSettings' }),
    percent: percent({ label: 'Rollout', default: 100, help: 'The part of devices that get it once it is published.' }),
    note: text({ label: 'Note', max: 500, default: '', help: 'What is new in it.' }),
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
  return { code: 'published', message: 'A published version never changes: make a new one', path };
}

/** Settings as text that is the same for the same settings, whatever the order of their keys. */
function textOf(content: unknown): string {
  return JSON.stringify(sdkSettingsSchema.safeParse(content).data ?? content);
}
