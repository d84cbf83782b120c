import type { WinningAd } from '#engine/auction/types.ts';
import type { Query } from '#standards/readQuery.ts';
import { inlineProtocols, wrapperProtocols } from '#standards/vast/vastProtocols.ts';

/**
 * The query with only those `protocols` that apply to the kind of an ad: a player may follow wrappers of other versions
 * than it plays. It is the query itself where both are the same versions, or none applies.
 */
export function queryForKind(query: Query, kind: WinningAd['kind']): Query {
  const listed = query.get('protocols')?.split(',');
  if (!listed) return query;
  const isWrapper = kind === 'wrapper' || kind === 'passed';
  const [own, others] = isWrapper ? [wrapperProtocols, inlineProtocols] : [inlineProtocols, wrapperProtocols];
  let ownVersions = 0;
  let otherVersions = 0;
  for (const protocol of listed) {
    ownVersions |= bitOf(protocol, own);
    otherVersions |= bitOf(protocol, others);
  }
  if (ownVersions === 0 || (otherVersions & ~ownVersions) === 0) return query;
  return new Map(query).set('protocols', listed.filter((protocol) => bitOf(protocol, own) > 0).join());
}

function bitOf(protocol: string, protocols: readonly number[]): number {
  const index = protocols.indexOf(Number(protocol));
  return index < 0 ? 0 : 1 << index;
}
