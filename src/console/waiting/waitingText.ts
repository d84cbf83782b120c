import type { WaitingChange } from '#api/fourEyes/waitingContract.ts';
import type { PillTone } from '../ui/Pill.tsx';

/** Labels of areas. */
export const areaLabels: Record<WaitingChange['area'], string> = {
  payouts: 'Payouts',
  prices: 'Platform prices',
  roles: 'Roles',
};

/** Label and color of each state. */
export const stateLooks: Record<WaitingChange['state'], { label: string; tone: PillTone }> = {
  waiting: { label: 'Waiting', tone: 'warn' },
  approved: { label: 'Approved', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
  failed: { label: 'Not applied', tone: 'bad' },
};

/** The proposer, with the admin who acted as them. */
export function proposerName({ proposer, proposerAdmin }: WaitingChange): string {
  return proposerAdmin ? `${proposer.name} (as admin ${proposerAdmin.name})` : proposer.name;
}
