import { defineEntity } from '../entity/entity.ts';
import { maxAddressLength } from '../field/domains.ts';
import { choice, digest, instant, status, text, uid, url } from '../field/fields.ts';
import { bundleFaults, bundleOfApp } from './bundleOfApp.ts';

/** Time for which a replaced key stays valid, in milliseconds. */
export const keyGraceMs = 24 * 3_600_000;

/** An app that integrates the SDK. */
export const sdkApp = defineEntity({
  name: 'sdkApp',
  label: 'App',
  pluralLabel: 'Apps',
  table: 'sdk_apps',
  path: 'sdk/apps',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  uniqueTogether: [['demandId', 'platform', 'bundle']],
  fields: {
    status: { ...status(), help: 'The SDK of a paused or archived app turns itself off.' },
    name: text({ label: 'Name', unique: 'account' }),
    uid: { ...uid(), label: 'SDK key' },
    platform: choice({
      label: 'Platform',
      choices: [
        { value: 'ios', label: 'iOS' },
        { value: 'android', label: 'Android' },
        { value: 'tvos', label: 'tvOS' },
        { value: 'fireTv', label: 'Fire TV' },
        { value: 'roku', label: 'Roku' },
        { value: 'tizen', label: 'Tizen' },
        { value: 'webos', label: 'webOS' },
        { value: 'web', label: 'Web' },
      ],
      default: 'android',
      isImmutable: true,
    }),
    bundle: text({
      label: 'Bundle',
      max: maxAddressLength,
      help: 'Bundle, store ID or store address; for web, the domain. One app per bundle and platform.',
    }),
    storeUrl: url({ label: 'Store URL', column: 'optional' }),
    previousUid: digest({ label: 'Previous SDK key', formerLabels: ['SDK key before'] }),
    previousUidEndsAt: instant({ label: 'Valid until', formerLabels: ['Works until'], column: 'none' }),
  },
  derive: (row, before) => (row.bundle === before?.bundle ? {} : { bundle: bundleOfApp(row) ?? row.bundle }),
  rules: (rule) => [rule(['platform', 'bundle'], bundleFaults)],
});
