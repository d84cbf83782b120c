import type { WinningAd } from '#engine/auction/types.ts';
import type { Query } from '#standards/readQuery.ts';
import { inlineProtocols, wrapperProtocols } from '#standards/vast/vastProtocols.ts';

/**
 * The query with only those `protocols` that apply to every ad of these kinds, which share one version: a player may
 * follow wrappers of other versions than it plays. It is the query itself where both kinds are of the same versions, or
 * none applies.
 */
export function queryForKinds(query: Query, kinds: readonly WinningAd['kind'][]): Query {
  const listed = query.get('protocols')?.split(',');
  if (!listed) return query;
  const { inline, wrapper } = versionsIn(listed);
  const hasWrapper = kinds.some(isWrapper);
  const hasInline = !kinds.every(isWrapper);
  const own = (hasInline ? inline : ~0) & (hasWrapper ? wrapper : ~0);
  if (own === 0 || ((inline | wrapper) & ~own) === 0) return query;
  return limitedTo(query, listed, { inline: hasInline ? own : 0, wrapper: hasWrapper ? own : 0 });
}

/**
 * The query of a pod, whose ads share one version. Where `protocols` lists no version with pods for both inline ads and
 * wrappers, only those of inline ads apply. It is the query itself where both may be in the pod, or one kind is listed.
 */
export function queryForPod(query: Query): Query {
  const listed = query.get('protocols')?.split(',');
  if (!listed) return query;
  const { inline, wrapper } = versionsIn(listed);
  if (inline === 0 || wrapper === 0 || (inline & wrapper & withPods) !== 0) return query;
  return limitedTo(query, listed, { inline, wrapper: 0 });
}

/** VAST versions by the kind of ad: a bit for each, that of 2.0 is the lowest. */
interface VersionsByKind {
  inline: number;
  wrapper: number;
}

/** The versions with pods: all but 2.0. */
const withPods = ~1;

function isWrapper(kind: WinningAd['kind']): boolean {
  return kind === 'wrapper' || kind === 'passed';
}

function versionsIn(protocols: readonly string[]): VersionsByKind {
  let inline = 0;
  let wrapper = 0;
  for (const protocol of protocols) {
    inline |= bitOf(protocol, inlineProtocols);
    wrapper |= bitOf(protocol, wrapperProtocols);
  }
  return { inline, wrapper };
}

function limitedTo(query: Query, listed: readonly string[], { inline, wrapper }: VersionsByKind): Query {
  const own = listed.filter(
    (protocol) => ((bitOf(protocol, inlineProtocols) & inline) | (bitOf(protocol, wrapperProtocols) & wrapper)) !== 0,
  );
  return new Map(query).set('protocols', own.join());
}

function bitOf(protocol: string, protocols: readonly number[]): number {
  const index = protocols.indexOf(Number(protocol));
  return index < 0 ? 0 : 1 << index;
}
