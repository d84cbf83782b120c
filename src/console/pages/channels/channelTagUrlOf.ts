import type { ChannelTag, ChannelTagParameter } from '#api/entities/channelTagContract.ts';
import type { AdServerPreset } from '#model/reference/adServerMacros.ts';
import { findMacros } from '#standards/foreignMacros.ts';
import { vastVersionOf } from '#standards/vast/vastVersions.ts';

/** The user's choices for a tag. */
export interface TagChoices {
  /** Parameters included or excluded, where that differs from the usual. */
  inclusion: ReadonlyMap<string, boolean>;
  /** Typed values by parameter. */
  values: ReadonlyMap<string, string>;
  /** The ad server whose macros are used; null = VAST macros. */
  preset: AdServerPreset | null;
}

export const noChoices: TagChoices = { inclusion: new Map(), values: new Map(), preset: null };

/** Whether a parameter is in the tag; required ones always are. */
export function isInTag({ param, isRequired, isUsual }: ChannelTagParameter, { inclusion }: TagChoices): boolean {
  return isRequired || (inclusion.get(param) ?? isUsual);
}

/** The value of a parameter: typed, else the ad server's macro; empty when it has none. */
export function valueOf({ param, macro }: ChannelTagParameter, { values, preset }: TagChoices): string {
  return values.get(param)?.trim() ?? (preset ? (preset.macros[param] ?? '') : macro);
}

/** The required parameters without a value. */
export function missingOf(tag: ChannelTag, choices: TagChoices): ChannelTagParameter[] {
  return tag.parameters.filter((each) => each.isRequired && valueOf(each, choices) === '');
}

/** The URL of a channel with its parameters: macros unencoded, other values percent-encoded, empty ones omitted. */
export function channelTagUrlOf(tag: ChannelTag, choices: TagChoices): string {
  const pairs = tag.parameters
    .filter((each) => isInTag(each, choices))
    .map((each) => [each.param, valueOf(each, choices)] as const)
    .filter(([, value]) => value !== '')
    .map(([param, value]) => `${param}=${findMacros(value).length > 0 ? value : encodeURIComponent(value)}`);
  return pairs.length === 0 ? tag.url : `${tag.url}?${pairs.join('&')}`;
}

/** The VAST version that a tag declares in `vast`; undefined when it declares none. */
export function versionOf({ inclusion, values }: TagChoices): string | undefined {
  return inclusion.get('vast') ? vastVersionOf(values.get('vast') ?? '') : undefined;
}

/** The choices with the declared VAST version; null = none. */
export function withVersion({ inclusion, values, preset }: TagChoices, version: string | null): TagChoices {
  const withValue = new Map(values);
  if (version === null) withValue.delete('vast');
  else withValue.set('vast', version);
  return { inclusion: new Map(inclusion).set('vast', version !== null), values: withValue, preset };
}
