import { mayRead, type TagRow } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { ReadVastTest } from './vastTesterContract.ts';

/** The subject of a test; `isServers`: whether ad serving makes the call, not the viewer's player. */
export type TestSubject =
  | { kind: 'url'; url: string; isServers: boolean }
  | { kind: 'markup'; xml: string }
  | { kind: 'channel'; uid: string }
  /** A tag without VAST of its own: it bids in the auctions of its channels. */
  | { kind: 'bidder'; integration: TagRow['integration'] };

/** Finds the subject of a test; null when the user has no such tag or channel. */
export async function findTestSubject(
  { entities }: Pick<ApiDeps, 'entities'>,
  { url, xml, tagId, channelId }: ReadVastTest,
  user: SessionUser,
): Promise<TestSubject | null> {
  if (url !== undefined) return { kind: 'url', url, isServers: false };
  if (xml !== undefined) return { kind: 'markup', xml };
  if (tagId !== undefined) {
    const tag = mayRead(user, 'tag') ? await entities.get('tag', tagId, scopeOf(user)) : null;
    return tag && subjectOfTag(tag);
  }
  if (channelId === undefined || !mayRead(user, 'channel')) return null;
  const channel = await entities.get('channel', channelId, scopeOf(user));
  return channel && { kind: 'channel', uid: channel.uid };
}

function subjectOfTag(tag: TagRow): TestSubject {
  if (tag.integration !== 'VAST') return { kind: 'bidder', integration: tag.integration };
  if (tag.source === 'stored') return { kind: 'markup', xml: tag.vastXml };
  return { kind: 'url', url: tag.url, isServers: tag.handling === 'unwrap' };
}
