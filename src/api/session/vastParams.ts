/** The parameters that a channel's tag may carry, all of which serving reads. */
export const vastParams = [
  'cb',
  'url',
  'app_bundle',
  'app_store_url',
  'ip',
  'ua',
  'did',
  'did_type',
  'lmt',
  'w',
  'h',
  'gdpr',
  'consent',
  'us_privacy',
  'gpp',
  'gpp_sid',
];

/** The same with the account's own tag parameters behind them. */
export function vast2ParamsOf(tagParams: readonly string[]): string[] {
  return [...new Set([...vastParams, ...tagParams])];
}
