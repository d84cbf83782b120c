import { type EntityName, type Field, mayRead, seesMoney } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { FindRow, NameOf } from './documentValue.ts';
import { groupBy } from './groupBy.ts';
import { type Section, sections } from './sections.ts';

/** A stored row as the API gives it. */
export type AnyRow = { id: number } & Readonly<Record<string, unknown>>;

/** An account's rows of one kind. */
export interface AccountPart {
  section: Section;
  rows: readonly AnyRow[];
  /** A document restores them by naming their ids. */
  archived: readonly AnyRow[];
}

/** An account's rows, as far as the caller sees them. */
export interface Account {
  parts: readonly AccountPart[];
  waterfall: readonly AnyRow[];
  /** Whether the caller can see the rows of an entity. */
  isVisible: (name: string) => boolean;
  /** Whether the caller sees the values of a field. */
  isSeen: (field: Pick<Field, 'isMoney'>) => boolean;
  /** The name by which `find` finds a row. */
  nameOf: NameOf;
  /**
   * Finds a row by name, ignoring case: one of the account, else of the platform, else an archived one; undefined when
   * none or several have the name.
   */
  find: FindRow;
}

/** Reads the rows of an account. */
export async function readAccount(entities: ApiDeps['entities'], user: SessionUser): Promise<Account> {
  const scope = scopeOf(user);
  const read = async (name: EntityName): Promise<AnyRow[]> =>
    mayRead(user, name) ? await entities.choose(name, { filter: { scope, status: [0, 1, 2] } }) : [];
  const parts: AccountPart[] = [];
  const names = new Map<string, NameIndex>();
  for (const section of sections) {
    if (!mayRead(user, section.name)) continue;
    const all = await read(section.name);
    const part = {
      section,
      rows: all.filter((row) => row['status'] !== 2),
      archived: all.filter((row) => row['status'] === 2),
    };
    parts.push(part);
    // Includes platform rows, which an account can reference.
    const named = await entities.listNames(section.name, { scope, isArchivedShown: true });
    names.set(section.name, indexNames(named, new Set(part.rows.map(({ id }) => id))));
  }
  return {
    parts,
    waterfall: await read('waterfallRow'),
    isVisible: (name) => names.has(name),
    isSeen: ({ isMoney }) => !isMoney || seesMoney(user),
    nameOf: (target, id) => names.get(target)?.nameOf(id),
    find: (target, name) => names.get(target)?.find(name),
  };
}

interface NameIndex {
  nameOf: (id: number) => string | undefined;
  find: (name: string) => number | undefined;
}

function indexNames(
  named: readonly { id: number; name: string; status?: number }[],
  own: ReadonlySet<number>,
): NameIndex {
  const byId = new Map(named.map(({ id, name }) => [id, name]));
  const byName = groupBy(named, ({ name }) => name.toLowerCase());
  const find = (name: string) => {
    const same = byName.get(name.toLowerCase()) ?? [];
    const current = same.filter(({ status }) => status !== 2);
    const owned = same.filter(({ id }) => own.has(id));
    const meant = owned.length > 0 ? owned : current.length > 0 ? current : same;
    return meant.length === 1 ? meant[0]?.id : undefined;
  };
  return {
    nameOf: (id) => {
      const name = byId.get(id);
      return name !== undefined && find(name) === id ? name : undefined;
    },
    find,
  };
}
