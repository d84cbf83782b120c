import { defineEntity } from '../entity/entity.ts';
import { choice, integer, optionalInteger, reference, status, text, uid } from '../field/fields.ts';

/** Formats whose ads the SDK refreshes while the app shows them. */
export const refreshedFormats = ['display', 'outstream'];

/** A place in an app where the SDK shows ads. */
export const sdkPlacement = defineEntity({
  name: 'sdkPlacement',
  label: 'Placement',
  pluralLabel: 'Placements',
  table: 'sdk_placements',
  path: 'sdk/placements',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  uniqueTogether: [['sdkAppId', 'name']],
  fields: {
    status: { ...status(), help: 'Only active placements are available to apps.' },
    name: text({ label: 'Name', max: 100, help: 'Name that the app uses. Must be unique in the app.' }),
    uid: { ...uid(), label: 'Placement ID', formerLabels: ['Placement id'] },
    sdkAppId: reference({ label: 'App', target: 'sdkApp', isImmutable: true }),
    channelId: reference({ label: 'Channel', target: 'channel', help: 'Channel whose waterfall fills the placement.' }),
    format: choice({
      label: 'Format',
      choices: [
        { value: 'display', label: 'Display' },
        { value: 'instream', label: 'Instream' },
        { value: 'outstream', label: 'Outstream' },
        { value: 'interstitial', label: 'Interstitial' },
        { value: 'rewarded', label: 'Rewarded video' },
      ],
      default: 'instream',
    }),
    timeoutMs: integer({
      label: 'Timeout',
      min: 100,
      max: 30_000,
      unit: 'ms',
      default: 5000,
      help: 'Maximum time that the SDK waits for an ad.',
    }),
    width: optionalInteger({ label: 'Width', min: 1, max: 10_000, unit: 'px', help: 'Empty = full screen.' }),
    height: optionalInteger({ label: 'Height', min: 1, max: 10_000, unit: 'px', help: 'Empty = full screen.' }),
    refreshS: integer({
      label: 'Refresh',
      min: 0,
      max: 3600,
      unit: 's',
      default: 0,
      help: 'Seconds until the SDK requests the next ad. 0 = only when the app requests it.',
      shownWhen: { field: 'format', is: refreshedFormats },
    }),
  },
});
