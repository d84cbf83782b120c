import type { TagRow } from '#model/index.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { Named } from './whyContract.ts';

/** The names of channels and tags by id. */
export interface Names {
  channel(id: number): Named;
  tag(id: number): Named;
  /** A tag as it is stored; null where it is not the scope's. */
  tagRow(id: number): TagRow | null;
}

/** Looks up the names of channels and tags that a scope holds, archived ones included; others have none. */
export async function namesFor(
  entities: Pick<EntityStore, 'getMany'>,
  scope: Scope,
  ids: { channels: readonly number[]; tags: readonly number[] },
): Promise<Names> {
  const rowsOf = async <N extends 'channel' | 'tag'>(entity: N, wanted: readonly number[]) => {
    const rows = await entities.getMany(entity, wanted, scope);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const [channels, tags] = await Promise.all([rowsOf('channel', ids.channels), rowsOf('tag', ids.tags)]);
  return {
    channel: (id) => ({ id, name: channels.get(id)?.name ?? null }),
    tag: (id) => ({ id, name: tags.get(id)?.name ?? null }),
    tagRow: (id) => tags.get(id) ?? null,
  };
}
