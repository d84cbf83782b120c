import type { ChannelRow } from '#model/index.ts';
import { firstOf, type Query } from '#standards/readQuery.ts';
import type { VastAd, VastVersion } from '#standards/vast/types.ts';
import { vastProtocols } from '#standards/vast/vastProtocols.ts';
import { vastVersionOf, vastVersions } from '#standards/vast/vastVersions.ts';

/** The VAST versions of a response. */
export interface VersionTerms {
  /** In which we write. */
  version: VastVersion;
  /** Versions in which an ad may stay as it was written; any other ad is rewritten. */
  accepted: readonly string[];
}

/** Versions by AdCOM protocol, inline and wrapper, as parameters write it (standards 1.1). */
const versionOfProtocol: ReadonlyMap<string, VastVersion> = new Map(
  vastVersions.flatMap((version) => {
    const { inline, wrapper } = vastProtocols[version];
    return [
      [String(inline), version],
      [String(wrapper), version],
    ] as const;
  }),
);

/** Where nothing is declared: players of 3.0 play 2.0 as well. */
const usual: VersionTerms = { version: '3.0', accepted: ['2.0', '3.0'] };

/**
 * The versions of the response. We write that of the channel's setting, else the highest that the request declares
 * (`vast`, `vast_version`, `v` or `protocols`), else 3.0; never a higher one than declared. Only a channel without a
 * setting passes on ads of other versions that the request declares.
 */
export function versionTerms(setting: ChannelRow['answerVersion'], query: Query): VersionTerms {
  const declared = declaredVersions(query);
  if (setting === 'auto') return declared ? { version: highestOf(declared), accepted: declared } : usual;
  const highest = declared && highestOf(declared);
  const version = highest !== undefined && highest < setting ? highest : setting;
  return { version, accepted: [version] };
}

/**
 * The version in which an ad stays as it was written: its own, and of 4.2 and 4.3, which have the same elements, the
 * accepted one. undefined where it must be rewritten. An ad of 2.0, which has room for our Error only, is
 * rewritten in a higher version where it has Error URLs of its own.
 */
export function unchangedIn({ source, errors }: VastAd, terms: VersionTerms): VastVersion | undefined {
  const { accepted } = errors.length > 0 ? forSeveralErrors(terms) : terms;
  const own = source && vastVersionOf(source.version);
  if (!own || accepted.includes(own)) return own;
  const same = sameAs[own];
  return same && accepted.includes(same) ? same : undefined;
}

/** The version with the same elements as another. Attributes of icons that 4.3 added stay: players ignore unknown ones. */
const sameAs: Readonly<Partial<Record<VastVersion, VastVersion>>> = { '4.2': '4.3', '4.3': '4.2' };

/** The versions for an ad with several Error URLs: 2.0 only where nothing higher may be written. */
export function forSeveralErrors({ version, accepted }: VersionTerms): VersionTerms {
  return version === '2.0' ? { version, accepted } : { version, accepted: accepted.filter((each) => each !== '2.0') };
}

/** The versions that the request supports; undefined when it does not declare any. */
function declaredVersions(query: Query): VastVersion[] | undefined {
  if (query.size === 0) return undefined;
  const limit = /^(\d)(?:\.(\d))?$/.exec(firstOf(query, 'vast', 'vast_version', 'v') ?? '');
  if (limit) return vastVersions.filter((version) => version <= `${limit[1]}.${limit[2] ?? 9}`);
  const versions: VastVersion[] = [];
  for (const protocol of query.get('protocols')?.split(',') ?? []) {
    const version = versionOfProtocol.get(protocol.trim());
    if (version !== undefined) versions.push(version);
  }
  return versions.length > 0 ? versions : undefined;
}

/** The highest version of some; 2.0 is the minimum. */
function highestOf(declared: readonly VastVersion[]): VastVersion {
  return vastVersions.findLast((version) => declared.includes(version)) ?? '2.0';
}
