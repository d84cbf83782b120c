import { tagParameters } from '../entities/tagParameters.ts';

/** The parameters of a channel's tag, all of which serving reads. */
export const vastParams: string[] = tagParameters.map(({ param }) => param);

/** The parameters of a channel's tag, followed by the account's own. */
export function vast2ParamsOf(tagParams: readonly string[]): string[] {
  return [...new Set([...vastParams, ...tagParams])];
}
