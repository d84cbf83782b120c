import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Database } from './entities/database.ts';
import { savedViews } from './tables.ts';

/** A named state of a list page. */
export interface SavedViewRow {
  id: number;
  userId: number;
  /** The account whose owner and managers all see it; null = only its author does. */
  demandId: number | null;
  page: string;
  name: string;
  search: string;
}

/** Named states of list pages. */
export interface SavedViewStore {
  /** The user's own views of a page, and those shared in an account, if one is given. */
  list(userId: number, demandId: number | null, page: string): Promise<SavedViewRow[]>;
  /** Adds a view, or replaces the user's own of that page and name. */
  put(view: Omit<SavedViewRow, 'id'>): Promise<SavedViewRow>;
  /** Returns whether the user had one to delete. */
  remove(userId: number, id: number): Promise<boolean>;
}

const columns = {
  id: savedViews.id,
  userId: savedViews.userId,
  demandId: savedViews.demandId,
  page: savedViews.page,
  name: savedViews.name,
  search: savedViews.search,
};

export function openSavedViews(db: Database): SavedViewStore {
  return {
    async list(userId, demandId, page) {
      const isSeen = or(
        eq(savedViews.userId, userId),
        demandId === null ? undefined : eq(savedViews.demandId, demandId),
      );
      return db
        .select(columns)
        .from(savedViews)
        .where(and(eq(savedViews.page, page), isSeen))
        .orderBy(asc(savedViews.name), asc(savedViews.id));
    },
    async put(view) {
      return db.transaction(async (transaction) => {
        const same = and(
          eq(savedViews.userId, view.userId),
          eq(savedViews.page, view.page),
          sql`lower(${savedViews.name}) = lower(${view.name})`,
        );
        await transaction.delete(savedViews).where(same);
        const [row] = await transaction.insert(savedViews).values(view).returning(columns);
        if (!row) throw new Error('the view was not stored');
        return row;
      });
    },
    async remove(userId, id) {
      const removed = await db
        .delete(savedViews)
        .where(and(eq(savedViews.userId, userId), eq(savedViews.id, id)))
        .returning({ id: savedViews.id });
      return removed.length > 0;
    },
  };
}
