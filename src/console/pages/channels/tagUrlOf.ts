import type { ChannelTag } from '#api/contract.ts';

/** The address of a channel with the chosen parameters and their macros; required ones are always in it. */
export function tagUrlOf(tag: ChannelTag, chosen: ReadonlySet<string>): string {
  const pairs = tag.parameters
    .filter(({ param, isRequired }) => isRequired || chosen.has(param))
    .map(({ param, macro }) => `${param}=${macro}`);
  return pairs.length === 0 ? tag.url : `${tag.url}?${pairs.join('&')}`;
}
