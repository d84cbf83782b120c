import type { Database } from './entities/database.ts';
import { type Author, recordChanges } from './entities/changeLog.ts';
import { platformConfig } from './tables.ts';

/** Platform-wide settings of the operator: measured impressions, and verification reports, per month. */
export interface PlatformValues {
  postbidMaxImps: number;
  postbidMaxReps: number;
}

/** The single row of platform settings. */
export interface PlatformConfigStore {
  read(): Promise<PlatformValues>;
  write(values: PlatformValues, author: Author): Promise<PlatformValues>;
}

const none: PlatformValues = { postbidMaxImps: 0, postbidMaxReps: 0 };

export function openPlatformConfig(db: Database): PlatformConfigStore {
  return {
    async read() {
      const [row] = await db.select().from(platformConfig);
      return row ? valuesOf(row) : none;
    },
    async write(values, author) {
      return db.transaction(async (transaction) => {
        const [row] = await transaction.select().from(platformConfig).for('update');
        const before = row ? valuesOf(row) : none;
        await transaction
          .insert(platformConfig)
          .values({ id: 1, ...values })
          .onConflictDoUpdate({ target: platformConfig.id, set: values });
        const fields = (['postbidMaxImps', 'postbidMaxReps'] as const)
          .filter((field) => before[field] !== values[field])
          .map((field) => ({ field, from: before[field], to: values[field] }));
        if (fields.length > 0) {
          await recordChanges(transaction, author, [
            { action: 'updated', entity: 'config', rowId: null, name: 'Application Config', demandId: null, fields },
          ]);
        }
        return values;
      });
    },
  };
}

function valuesOf({ postbidMaxImps, postbidMaxReps }: PlatformValues): PlatformValues {
  return { postbidMaxImps, postbidMaxReps };
}
