import type { ChannelRow } from '#model/index.ts';
import type { VastVersion } from '#standards/vast/types.ts';
import { firstOf, type Query } from '#standards/readQuery.ts';

/** AdCOM protocol numbers, inline and wrapper, of the versions that an answer of ours fits (standards 1.1). */
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

const order: readonly VastVersion[] = ['2.0', '3.0', '4.2'];

function lower(a: VastVersion, b: VastVersion): VastVersion {
  return order.indexOf(a) < order.indexOf(b) ? a : b;
}

/** The version a request asks for, rounded down to one that we write; undefined when it does not say. */
function askedVersion(query: Query): VastVersion | undefined {
  if (query.size === 0) return undefined;
  const asked = /^(\d)(?:\.(\d))?$/.exec(firstOf(query, 'vast', 'vast_version', 'v') ?? '');
  if (asked) {
    const major = Number(asked[1]);
    if (major > 4 || (major === 4 && (asked[2] === undefined || Number(asked[2]) >= 2))) return '4.2';
    return major >= 3 ? '3.0' : '2.0';
  }
  let highest = -1;
  for (const protocol of query.get('protocols')?.split(',') ?? []) {
    const version = versionOfProtocol[protocol.trim()];
    if (version) highest = Math.max(highest, order.indexOf(version));
  }
  return order[highest];
}

/** The version to answer in: the channel's, or the asked one, or 3.0; never higher than asked. */
export function answerVersion(setting: ChannelRow['answerVersion'], query: Query): VastVersion {
  const asked = askedVersion(query);
  if (setting === 'auto') return asked ?? '3.0';
  return asked === undefined ? setting : lower(setting, asked);
}
