import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { Named } from './whyContract.ts';

/** The names of channels and tags by id. */
export interface Names {
  channel(id: number): Named;
  tag(id: number): Named;
}

/** Looks up the names of channels and tags that a scope holds, archived ones included; others have none. */
export async function namesFor(
  entities: Pick<EntityStore, 'listNames'>,
  scope: Scope,
  ids: { channels: readonly number[]; tags: readonly number[] },
): Promise<Names> {
  const namesOf = async (entity: 'channel' | 'tag', wanted: readonly number[]) => {
    const unique = [...new Set(wanted)].filter((id) => id > 0);
    if (unique.length === 0) return new Map<number, string>();
    const rows = await entities.listNames(entity, { scope, isArchivedShown: true, ids: unique });
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  const [channels, tags] = await Promise.all([namesOf('channel', ids.channels), namesOf('tag', ids.tags)]);
  return {
    channel: (id) => ({ id, name: channels.get(id) ?? null }),
    tag: (id) => ({ id, name: tags.get(id) ?? null }),
  };
}
