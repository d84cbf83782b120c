import { defineEntity } from './entity.ts';
import { choice, status, text, uid, url } from './fields.ts';

/** An app that carries the SDK. */
export const sdkApp = defineEntity({
  name: 'sdkApp',
  label: 'App',
  pluralLabel: 'Apps',
  table: 'sdk_apps',
  path: 'sdk/apps',
  ownedBy: 'account',
  isServed: false,
  removal: 'archive',
  uniqueTogether: [['demandId', 'platform', 'bundle']],
  fields: {
    status: status(),
    name: text({ label: 'Name', unique: 'account' }),
    uid: { ...uid(), label: 'SDK key' },
    platform: choice({
      label: 'Platform',
      choices: [
        { value: 'ios', label: 'iOS' },
        { value: 'android', label: 'Android' },
        { value: 'roku', label: 'Roku' },
        { value: 'tizen', label: 'Tizen' },
      ],
      default: 'android',
      isImmutable: true,
    }),
    bundle: text({
      label: 'Bundle',
      max: 255,
      pattern: /^\S+$/,
      patternText: 'No spaces',
      help: 'Bundle or store id.',
    }),
    storeUrl: url({ label: 'Store URL', column: 'optional' }),
  },
});
