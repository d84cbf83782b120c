import type { ChannelTag, ChannelTagParameter } from '#api/entities/channelTagContract.ts';
import type { AdServerPreset } from '#model/reference/adServerMacros.ts';
import { findMacros } from '#standards/foreignMacros.ts';

/** What somebody chose for a tag, apart from what comes by itself. */
export interface TagChoices {
  /** Parameters that differ from the usual: whether they are in the tag. */
  ticks: ReadonlyMap<string, boolean>;
  /** Values that were typed, by parameter. */
  values: ReadonlyMap<string, string>;
  /** The ad server whose macros are written; null = as VAST writes them. */
  preset: AdServerPreset | null;
}

/** Nothing chosen yet. */
export const noChoices: TagChoices = { ticks: new Map(), values: new Map(), preset: null };

/** Whether a parameter is in the tag; required ones always are. */
export function isInTag({ param, isRequired, isUsual }: ChannelTagParameter, { ticks }: TagChoices): boolean {
  return isRequired || (ticks.get(param) ?? isUsual);
}

/** The value of a parameter: what was typed, else the macro of the ad server; empty where it has none. */
export function valueOf({ param, macro }: ChannelTagParameter, { values, preset }: TagChoices): string {
  return values.get(param)?.trim() ?? (preset ? (preset.macros[param] ?? '') : macro);
}

/** The required parameters that have no value yet. */
export function missingOf(tag: ChannelTag, choices: TagChoices): ChannelTagParameter[] {
  return tag.parameters.filter((each) => each.isRequired && valueOf(each, choices) === '');
}

/** The address of a channel with its parameters; macros as they are, other values percent-encoded, empty ones left out. */
export function tagUrlOf(tag: ChannelTag, choices: TagChoices): string {
  const pairs = tag.parameters
    .filter((each) => isInTag(each, choices))
    .map((each) => [each.param, valueOf(each, choices)] as const)
    .filter(([, value]) => value !== '')
    .map(([param, value]) => `${param}=${findMacros(value).length > 0 ? value : encodeURIComponent(value)}`);
  return pairs.length === 0 ? tag.url : `${tag.url}?${pairs.join('&')}`;
}
