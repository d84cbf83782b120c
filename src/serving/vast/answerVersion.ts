import type { ChannelRow } from '#model/index.ts';
import type { VastVersion } from '#standards/vast/types.ts';
import { firstOf, type Query } from '#standards/readQuery.ts';

/** The VAST version of our response by AdCOM protocol, inline and wrapper (standards 1.1). */
const versionOfProtocol: Readonly<Record<string, VastVersion>> = {
  2: '2.0',
  3: '3.0',
  5: '2.0',
  6: '3.0',
  7: '3.0',
  8: '3.0',
  11: '3.0',
  12: '3.0',
  13: '4.2',
  14: '4.2',
  15: '4.2',
  16: '4.2',
};

const versionOrder: readonly VastVersion[] = ['2.0', '3.0', '4.2'];

function lowerVersion(a: VastVersion, b: VastVersion): VastVersion {
  return versionOrder.indexOf(a) < versionOrder.indexOf(b) ? a : b;
}

/** The requested version, rounded down to one that we write; undefined when the request does not declare it. */
function requestedVersion(query: Query): VastVersion | undefined {
  if (query.size === 0) return undefined;
  const requested = /^(\d)(?:\.(\d))?$/.exec(firstOf(query, 'vast', 'vast_version', 'v') ?? '');
  if (requested) {
    const major = Number(requested[1]);
    if (major > 4 || (major === 4 && (requested[2] === undefined || Number(requested[2]) >= 2))) return '4.2';
    return major >= 3 ? '3.0' : '2.0';
  }
  let highest = -1;
  for (const protocol of query.get('protocols')?.split(',') ?? []) {
    const version = versionOfProtocol[protocol.trim()];
    if (version) highest = Math.max(highest, versionOrder.indexOf(version));
  }
  return versionOrder[highest];
}

/**
 * The version of the response: the channel's setting, else the requested one, else 3.0; never higher than requested.
 */
export function answerVersion(setting: ChannelRow['answerVersion'], query: Query): VastVersion {
  const requested = requestedVersion(query);
  if (setting === 'auto') return requested ?? '3.0';
  return requested === undefined ? setting : lowerVersion(setting, requested);
}
