/** How many of an account's parameters are kept with what its traffic brings: the first ones of its list. */
export const maxReportParams = 5;

/** Characters of a value that are kept. */
export const maxParamValueLength = 64;

/** How a parameter must be named to be a macro and a dimension of reports; requests bring names in any case. */
const usableName = /^[\w.-]{1,64}$/;

/** What tells of the viewer, or differs with every request: no dimension of reports, and nothing for bidders, whoever lists it. */
const viewerParams: ReadonlySet<string> = new Set(
  (
    'cb ip ua did ifa did_type ifa_type lat lon consent gdpr_consent gpp us_privacy schain sid uid user_id userid ' +
    'buyeruid ppid eids idfv ifv yob age gender'
  ).split(' '),
);

/** The names, in lower case, under which the values of an account's own parameters come: each fills its macro. */
export function tagParamNames(tagParams: readonly string[]): string[] {
  return [...new Set(tagParams.filter((name) => usableName.test(name)).map((name) => name.toLowerCase()))];
}

/** Those that tell nothing of the viewer: bidders hear of them. */
export function nonPersonalParams(tagParams: readonly string[]): string[] {
  return tagParamNames(tagParams).filter((name) => !viewerParams.has(name));
}

/** Those whose values are kept, by which reports can be broken down. */
export function reportParams(tagParams: readonly string[]): string[] {
  return nonPersonalParams(tagParams).slice(0, maxReportParams);
}

/** The macro of a parameter, as it stands in the addresses of tags and pixels. */
export function macroOfParam(name: string): string {
  return `[${name.toUpperCase()}]`;
}
