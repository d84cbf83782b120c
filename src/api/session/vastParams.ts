import { tagParameters } from '../entities/tagParameters.ts';

/** The parameters that a channel's tag may carry, all of which serving reads. */
export const vastParams: string[] = tagParameters.map(({ param }) => param);

/** The same with the account's own tag parameters behind them. */
export function vast2ParamsOf(tagParams: readonly string[]): string[] {
  return [...new Set([...vastParams, ...tagParams])];
}
