/** Maximum recorded tag parameters per account: the first ones of its list. */
export const maxReportParams = 5;

/** Maximum characters of a recorded value. */
export const maxParamValueLength = 64;

/** Names that can be macros and report dimensions. Requests may spell them in any case. */
const usableName = /^[\w.-]{1,64}$/;

/**
 * Parameters that identify the viewer or differ in every request: never a report dimension, and never sent to bidders.
 */
const viewerParams: ReadonlySet<string> = new Set(
  (
    'cb ip ua did ifa did_type ifa_type lat lon consent gdpr_consent gpp us_privacy schain sid uid user_id userid ' +
    'buyeruid ppid eids idfv ifv yob age gender'
  ).split(' '),
);

/** The lower-case names of an account's tag parameters. Each fills its macro. */
export function tagParamNames(tagParams: readonly string[]): string[] {
  return [...new Set(tagParams.filter((name) => usableName.test(name)).map((name) => name.toLowerCase()))];
}

/** The names of parameters that do not identify the viewer: they are sent to bidders. */
export function nonPersonalParams(tagParams: readonly string[]): string[] {
  return tagParamNames(tagParams).filter((name) => !viewerParams.has(name));
}

/** The names of recorded parameters, by which reports can be broken down. */
export function reportParams(tagParams: readonly string[]): string[] {
  return nonPersonalParams(tagParams).slice(0, maxReportParams);
}

/** The macro of a parameter, as in the URLs of tags and pixels. */
export function macroOfParam(name: string): string {
  return `[${name.toUpperCase()}]`;
}
