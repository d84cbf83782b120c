import type { FinanceMonth } from '#api/finance/monthContract.ts';
import type { ApiClient } from './apiClient.ts';

/** The issuer of the demo's invoices. */
const issuer = {
  name: 'Bidhouse Demo Operations Ltd',
  address: '14 Quay Street\nExample Town',
  taxId: 'EX 204 118 377',
  bank: 'Example Bank, EX00 0000 0000 2041 1837 70',
  prefix: 'DEMO-',
  netDays: 30,
  taxRate: null,
};

/**
 * Closes the months of a new demo that ended before it was installed, and invoices them. All but the last are paid.
 * Times are milliseconds since the epoch.
 */
export async function closePastMonths(
  admin: ApiClient,
  { start, installedAt }: { start: number; installedAt: number },
): Promise<void> {
  const months = pastMonths(start, installedAt);
  if (months.length === 0) return;
  await admin.put('/api/finance/settings', issuer);
  for (const [index, month] of months.entries()) {
    await admin.post(`/api/finance/months/${month}/close`, { isEarly: true });
    const { rows } = await admin.get<FinanceMonth>(`/api/finance/months/${month}`);
    for (const { demandId } of rows.filter(({ state, due }) => state === 'final' && Number(due) > 0)) {
      const path = `/api/finance/months/${month}/accounts/${demandId}/invoice`;
      const { id } = await admin.post<{ id: number }>(path, undefined);
      await admin.post(`/api/finance/invoices/${id}/sent`, undefined);
      if (index === months.length - 1) continue;
      const invoiced = await admin.get<FinanceMonth>(`/api/finance/months/${month}`);
      const amount = invoiced.rows.find((each) => each.demandId === demandId)?.invoice?.total;
      const paidOn = new Date(installedAt).toISOString().slice(0, 10);
      await admin.post(`/api/finance/invoices/${id}/payments`, { amount, paidOn, note: 'Bank transfer' });
    }
  }
}

/** The UTC months, as YYYY-MM, from that of `start` to the one before that of `end`. */
function pastMonths(start: number, end: number): string[] {
  const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);
  const months: string[] = [];
  for (let at = start; monthOf(at) < monthOf(end);) {
    months.push(monthOf(at));
    const date = new Date(at);
    at = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  }
  return months;
}
