import type { CandidateReason } from '#model/index.ts';
import type { ListSet } from '../lists/listSet.ts';
import type { FindList } from './listRules.ts';

/** The creatives that one object or targeting accepts. */
export interface CreativeRule {
  /** Whether a list is not in memory: until then no creative is accepted. */
  isLoading: boolean;
  blocked: readonly ListSet[];
  /** null = all that are not blocked. */
  allowed: readonly ListSet[] | null;
}

/** The reasons why a creative is not accepted. */
export type CreativeReason = Extract<CandidateReason, 'creative_blocked' | 'creative_not_allowed' | 'list_not_loaded'>;

/** The rule of block lists and allow lists of creatives; null without any. */
function ruleOf(blocks: readonly (ListSet | null)[], allows: readonly (ListSet | null)[]): CreativeRule | null {
  if (blocks.length === 0 && allows.length === 0) return null;
  const blocked = blocks.filter((set) => set !== null);
  const allowed = allows.filter((set) => set !== null);
  return {
    isLoading: blocked.length < blocks.length || allowed.length < allows.length,
    blocked,
    allowed: allows.length === 0 ? null : allowed,
  };
}

/** The rule of an object's creative lists, by their modes. */
export function attachedCreativeRule(ids: readonly number[], find: FindList): CreativeRule | null {
  const lists = ids.map((id) => find('creList', id)).filter((list) => list !== undefined);
  const membersOf = (mode: 'allow' | 'block') => lists.filter((list) => list.mode === mode).map((list) => list.members);
  return ruleOf(membersOf('block'), membersOf('allow'));
}

/** The rule of the creative lists that a targeting includes and excludes. */
export function targetedCreativeRule(
  wanted: readonly number[],
  excluded: readonly number[],
  find: FindList,
): CreativeRule | null {
  const membersOf = (ids: readonly number[]) =>
    ids
      .map((id) => find('creList', id))
      .filter((list) => list !== undefined)
      .map((list) => list.members);
  return ruleOf(membersOf(excluded), membersOf(wanted));
}

/**
 * The reason why a creative with these ids is not accepted; null when it is. An ad that only the player will see has no
 * ids: it is on no block list, and on no allow list.
 */
export function creativeReason(rules: readonly CreativeRule[], ids: readonly string[]): CreativeReason | null {
  for (const { isLoading, blocked, allowed } of rules) {
    if (isLoading) return 'list_not_loaded';
    if (blocked.some((set) => ids.some((id) => set.has(id)))) return 'creative_blocked';
    if (allowed && !allowed.some((set) => ids.some((id) => set.has(id)))) return 'creative_not_allowed';
  }
  return null;
}
