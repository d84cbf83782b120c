import type { InvoiceSettings } from '#model/finance/index.ts';
import { type Author, recordChanges } from '../entities/changeLog.ts';
import type { Connection, Database, Transaction } from '../entities/database.ts';
import { sameValue } from '../entities/sameValue.ts';
import { financeSettings } from '../tables.ts';

/** Reads and writes the platform's settings for invoices. */
export interface InvoiceSettingsStore {
  read(): Promise<InvoiceSettings>;
  write(values: InvoiceSettings, author: Author): Promise<InvoiceSettings>;
}

const names = ['name', 'address', 'taxId', 'bank', 'prefix', 'netDays', 'taxRate'] as const;

export function openInvoiceSettings(db: Database): InvoiceSettingsStore {
  return {
    read: () => readSettings(db),
    write(values, author) {
      return db.transaction(async (transaction) => {
        const { settings: before } = await lockInvoiceSettings(transaction);
        const { taxRate } = values;
        await transaction
          .update(financeSettings)
          .set({ ...values, taxRate: taxRate === null ? null : Math.round(taxRate * 100) });
        const fields = names
          .filter((field) => !sameValue(before[field], values[field]))
          .map((field) => ({ field, from: before[field], to: values[field] }));
        if (fields.length > 0) {
          await recordChanges(transaction, author, [
            { action: 'updated', entity: 'invoiceSettings', rowId: null, name: 'Invoices', demandId: null, fields },
          ]);
        }
        return values;
      });
    },
  };
}

/** The settings under the lock that assigns invoice numbers, and the next number. */
export async function lockInvoiceSettings(
  transaction: Transaction,
): Promise<{ settings: InvoiceSettings; nextSequence: number }> {
  await transaction.insert(financeSettings).values({ id: 1 }).onConflictDoNothing();
  const [row] = await transaction.select().from(financeSettings).for('update');
  if (!row) throw new Error('the invoice settings are missing');
  return { settings: settingsOf(row), nextSequence: row.nextSequence };
}

async function readSettings(connection: Connection): Promise<InvoiceSettings> {
  const [row] = await connection.select().from(financeSettings);
  return row ? settingsOf(row) : settingsOf({ ...empty });
}

const empty = {
  name: '',
  address: '',
  taxId: '',
  bank: '',
  prefix: 'INV-',
  netDays: 30,
  taxRate: null,
};

function settingsOf({
  name,
  address,
  taxId,
  bank,
  prefix,
  netDays,
  taxRate,
}: Omit<InvoiceSettings, 'taxRate'> & { taxRate: number | null }): InvoiceSettings {
  return { name, address, taxId, bank, prefix, netDays, taxRate: taxRate === null ? null : taxRate / 100 };
}
