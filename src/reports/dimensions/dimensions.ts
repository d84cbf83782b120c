import {
  candidateReasons,
  environments,
  ivtReasons,
  lateIvtReasons,
  reportParams,
  lossReasons,
  supplyReasons,
} from '#model/index.ts';
import type { Choice } from '#model/index.ts';
import { audienceDimensions } from './audienceDimensions.ts';
import { buyingDimensions, supplierDimension } from './buyingDimensions.ts';
import { exchangePartnerDimension, partnerDimension, supplierPartnerDimension } from './partnerDimensions.ts';
import { resultDimensions } from './resultDimensions.ts';
import { timeDimensions } from './timeDimensions.ts';
import type { Dimension } from './dimension.ts';

const reasonChoices: readonly Choice[] = [
  { value: '', label: 'Served' },
  ...Object.entries({ ...supplyReasons, ...candidateReasons, ...lossReasons }).map(([value, { text }]) => ({
    value,
    label: text,
  })),
];

const verdictChoices: readonly Choice[] = [
  { value: '', label: 'Not checked' },
  { value: 'valid', label: 'Valid' },
  ...Object.entries({ ...ivtReasons, ...lateIvtReasons }).map(([value, { text }]) => ({ value, label: text })),
];

/** The dimensions that all accounts have, in the order of the picker. */
export const dimensions = [
  ...timeDimensions,
  {
    key: 'account',
    label: 'Account',
    definition: 'The demand account that owns the channel and its tags, or the supplier and its campaigns.',
    group: 'Supply',
    kind: 'id',
    column: 'demandId',
    entity: 'demand',
    facts: 'any',
  },
  {
    key: 'subpublisher',
    label: 'Sub-publisher',
    definition: 'The supply partner that is paid for the channel.',
    group: 'Supply',
    kind: 'id',
    column: 'subpublisherId',
    entity: 'subpublisher',
    facts: 'any',
  },
  {
    key: 'channel',
    label: 'Channel',
    definition: 'The supply endpoint that requested the ad. No channel for bid requests of suppliers.',
    group: 'Supply',
    kind: 'id',
    column: 'channelId',
    entity: 'channel',
    none: 'No channel (DSP)',
    facts: 'any',
  },
  supplierDimension,
  supplierPartnerDimension,
  {
    key: 'environment',
    label: 'Environment',
    definition: 'Where the ad is shown, as set on the channel: web, mobile web, app or CTV.',
    group: 'Supply',
    kind: 'text',
    column: 'environment',
    choices: environments,
    facts: 'any',
  },
  {
    key: 'advertiser',
    label: 'Advertiser',
    definition: 'The demand partner that owns the tag or the campaign.',
    group: 'Demand',
    kind: 'id',
    column: 'advertiserId',
    entity: 'advertiser',
    facts: 'demand',
  },
  {
    key: 'tag',
    label: 'Tag',
    definition: 'The demand line that was considered, called or shown.',
    group: 'Demand',
    kind: 'id',
    column: 'tagId',
    entity: 'tag',
    facts: 'demand',
  },
  partnerDimension,
  {
    key: 'tier',
    label: 'Tier',
    definition: 'The waterfall tier of the tag.',
    group: 'Demand',
    kind: 'number',
    column: 'tier',
    facts: 'demand',
  },
  {
    key: 'marketplace_name',
    label: 'Marketplace',
    definition: 'The partner through which the ad was sold: OpenRTB and Prebid integrations, ad exchanges.',
    group: 'Demand',
    kind: 'text',
    column: 'marketplace',
    facts: 'demand',
  },
  ...buyingDimensions,
  exchangePartnerDimension,
  {
    key: 'creative',
    label: 'Creative',
    definition: 'The creative that was shown, whatever its source. None if the player fetched the ad itself.',
    group: 'Demand',
    kind: 'text',
    column: 'creative',
    hasTitles: true,
    facts: 'creative',
  },
  {
    key: 'site',
    label: 'Site',
    definition: 'Domain of the page that requested the ad, lower case, without www.',
    group: 'Inventory',
    kind: 'text',
    column: 'site',
    facts: 'inventory',
  },
  {
    key: 'app',
    label: 'App',
    definition: 'Bundle or store ID of the app that requested the ad.',
    group: 'Inventory',
    kind: 'text',
    column: 'app',
    facts: 'inventory',
  },
  {
    key: 'publisher',
    label: 'Publisher',
    definition: 'Publisher ID as declared by requests: pubid, else sub_id.',
    group: 'Inventory',
    kind: 'text',
    column: 'publisher',
    facts: 'inventory',
  },
  ...audienceDimensions,
  {
    key: 'reason',
    label: 'Reason',
    definition: 'Why a request got no ad. By tag or campaign: why the candidate did not serve, or the bid lost.',
    group: 'Outcome',
    kind: 'text',
    column: 'reason',
    choices: reasonChoices,
    facts: 'any',
  },
  {
    key: 'error_code',
    label: 'Error code',
    definition: 'VAST error code reported by the player. 0 = no error.',
    group: 'Outcome',
    kind: 'number',
    column: 'errorCode',
    facts: 'demand',
  },
  {
    key: 'ivt_type',
    label: 'IVT type',
    definition:
      'Result of the pre-bid check for invalid traffic: valid, or why the request is invalid. Late invalid traffic has the reason of the nightly review.',
    group: 'Outcome',
    kind: 'text',
    column: 'ivt',
    choices: verdictChoices,
    facts: 'any',
  },
  ...resultDimensions,
] as const satisfies readonly Dimension[];

/** Key of a dimension for an account's own parameter. */
export type ParamKey = `param.${string}`;

export type DimensionKey = (typeof dimensions)[number]['key'] | ParamKey;

/** A dimension with its key. */
export type KeyedDimension = Dimension & { key: DimensionKey };

const byKey = new Map<string, KeyedDimension>(dimensions.map((each) => [each.key, each]));

const paramPattern = /^param\.([a-z0-9_.-]{1,64})$/;

/** Finds the dimension of a key. */
export function dimensionOf(key: DimensionKey): KeyedDimension {
  const dimension = byKey.get(key) ?? paramDimension(key);
  if (!dimension) throw new RangeError(`no dimension ${key}`);
  return dimension;
}

/** Whether a text is the key of a dimension. */
export function isDimensionKey(key: string): key is DimensionKey {
  return byKey.has(key) || isParamKey(key);
}

/** Whether a text can be the key of a dimension for some account's parameter. */
export function isParamKey(key: string): key is ParamKey {
  return paramPattern.test(key);
}

/** The keys of the dimensions for an account's own parameters. */
export function paramKeys(tagParams: readonly string[]): ParamKey[] {
  return reportParams(tagParams).map((name): ParamKey => `param.${name}`);
}

function paramDimension(key: string): KeyedDimension | undefined {
  const param = paramPattern.exec(key)?.[1];
  if (param === undefined) return undefined;
  return {
    key: `param.${param}`,
    label: param,
    definition: 'Value of this custom tag parameter in requests, at most 64 characters.',
    group: 'Parameters',
    kind: 'text',
    column: null,
    param,
    facts: 'single',
  };
}
