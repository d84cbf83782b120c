import type { Database } from '../entities/database.ts';
import { type AdjustmentStore, openAdjustments } from './adjustments.ts';
import { type ClosingStore, openClosings } from './closings.ts';
import { type InvoiceStore, openInvoices } from './invoices.ts';
import { openPartnerNumbers, type PartnerNumberStore } from './partnerNumbers.ts';
import { openPricePlans, type PricePlanStore } from './pricePlans.ts';
import { openSettlements, type SettlementStore } from './settlements.ts';
import { type InvoiceSettingsStore, openInvoiceSettings } from './invoiceSettings.ts';

/** The operator's finance data. */
export interface FinanceStore {
  closings: ClosingStore;
  adjustments: AdjustmentStore;
  invoices: InvoiceStore;
  settlements: SettlementStore;
  prices: PricePlanStore;
  partners: PartnerNumberStore;
  settings: InvoiceSettingsStore;
}

export function openFinance(db: Database): FinanceStore {
  return {
    closings: openClosings(db),
    adjustments: openAdjustments(db),
    invoices: openInvoices(db),
    settlements: openSettlements(db),
    prices: openPricePlans(db),
    partners: openPartnerNumbers(db),
    settings: openInvoiceSettings(db),
  };
}
