import { choice, flag, instant, text } from '#model/field/fields.ts';
import type { Field } from '#model/index.ts';

/** Definitions of logged values that are not fields of an entity, by name. */
export const loggedFields: Readonly<Record<string, Field>> = {
  members: text({ label: 'Members' }),
  state: text({ label: 'State' }),
  reason: text({ label: 'Reason' }),
  charges: text({ label: 'Charges (USD)' }),
  amount: text({ label: 'Amount (USD)' }),
  total: text({ label: 'Total (USD)' }),
  collected: text({ label: 'Collected (USD)' }),
  paidOn: text({ label: 'Paid on' }),
  payment: text({ label: 'Paid (USD)' }),
  writeoff: text({ label: 'Written off (USD)' }),
  settledOn: text({ label: 'Settled on' }),
  open: text({ label: 'Open (USD)' }),
  sentAt: text({ label: 'Sent' }),
  correctedBy: text({ label: 'Reversed by' }),
  validFrom: text({ label: 'From' }),
  note: text({ label: 'Note' }),
  lines: text({ label: 'Lines' }),
  link: text({ label: 'Link' }),
  validUntil: instant({ label: 'Valid until' }),
  unreadSince: instant({ label: 'Unread since' }),
  firstView: text({ label: 'First opened' }),
  attempts: text({ label: 'Attempts' }),
  limit: text({ label: 'Limit' }),
  saveAs: choice({
    label: 'Saved as',
    choices: [
      { value: 'definition', label: 'Live report' },
      { value: 'rows', label: 'Snapshot' },
      { value: 'file', label: 'File' },
      { value: 'csv', label: 'CSV file' },
      { value: 'xlsx', label: 'XLSX file' },
    ],
  }),
  schedule: text({ label: 'Schedule' }),
  ivt: flag({ label: 'Post-bid verification' }),
  alert: text({ label: 'Alert' }),
  mailsStopped: text({ label: 'Unsubscribed' }),
  password: text({ label: 'Password' }),
};
