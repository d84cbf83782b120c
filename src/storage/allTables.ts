import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as alertTables from './alerts/alertTables.ts';
import * as reportTables from './reports/reportTables.ts';
import * as scheduleTables from './schedules/scheduleTables.ts';
import * as shareTables from './shares/shareTables.ts';
import * as tables from './tables.ts';

/** All the product's tables in PostgreSQL. */
export const pgTables: readonly PgTable[] = [tables, alertTables, reportTables, scheduleTables, shareTables]
  .flatMap((module) => Object.values(module))
  .filter((each): each is PgTable => is(each, PgTable));

/** Their names. */
export const allTables: readonly string[] = pgTables.map((table) => getTableName(table));
