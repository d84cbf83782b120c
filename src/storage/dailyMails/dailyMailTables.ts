import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';
import { mailColumns } from '../schedules/mailColumns.ts';
import { tableOf } from '../tableOf.ts';

const userId = tableOf('user').columns['id'];

/** The daily mails: a queue with one mail for each user and day. */
export const dailyMails = pgTable(
  'daily_mails',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => userId!, { onDelete: 'cascade' }),
    /** The day on which it is due, in the user's time zone; its figures are those of the day before. */
    day: text('day').notNull(),
    dueAt: instant('due_at').notNull(),
    ...mailColumns(),
  },
  (table) => [
    unique('daily_mails_user_id_day_key').on(table.userId, table.day),
    index('daily_mails_state_index').on(table.state, table.nextAt),
  ],
);
