import { Trash2 } from 'lucide-react';
import type { VerificationImport } from '#api/verification/verificationContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { verificationVendors } from '#model/index.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ImportResultsButton } from './ImportResultsButton.tsx';
import { useRemoveImport } from './useVerification.ts';

interface ImportsDialogProps {
  user: SessionUser;
  imports: readonly VerificationImport[];
  canChange: boolean;
  onClose: () => void;
}

/** The imported reports of vendors: user, time, dates, and whether they still count. */
export function ImportsDialog({ user, imports, canChange, onClose }: ImportsDialogProps) {
  const confirm = useConfirm();
  const remove = useRemoveImport();

  async function confirmRemoval(each: VerificationImport) {
    const mayGo = await confirm({
      title: `Remove ${each.fileName}?`,
      description:
        each.daysInForce === 0
          ? 'Its results were replaced and no longer count.'
          : `Its results for ${daysText(each.daysInForce)} are removed. Results that it replaced are not restored.`,
      confirmLabel: 'Remove',
      danger: true,
    });
    if (mayGo) remove.mutate(each);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Imported vendor reports"
      size="xl"
      padding="none"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {imports.length === 0 ? (
        <EmptyState
          title="No vendor reports imported"
          text="Vendor results are shown once their reports are imported."
          action={<ImportResultsButton user={user} />}
        />
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full text-sm" aria-label="Imported reports">
            <thead>
              <tr className="border-b text-xs text-muted">
                {['File', 'Vendor', 'Dates (UTC)', 'Lines', 'Impressions', 'Status', 'Imported', ''].map((head) => (
                  <th
                    key={head}
                    scope="col"
                    className={`px-3 py-2 font-medium whitespace-nowrap ${isNumber(head) ? 'text-right' : 'text-left'}`}
                  >
                    {head === '' ? <span className="sr-only">Actions</span> : head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y">
              {imports.map((each) => (
                <tr key={each.id} className="align-top">
                  <th scope="row" className="max-w-48 truncate px-3 py-1.5 text-left font-normal" title={each.fileName}>
                    {each.fileName}
                  </th>
                  <td className="px-3 py-1.5 whitespace-nowrap">
                    {verificationVendors.find(({ value }) => value === each.vendor)?.label}
                  </td>
                  <td className="tnum px-3 py-1.5 whitespace-nowrap">
                    {each.firstDay}
                    {each.lastDay === each.firstDay ? '' : ` to ${each.lastDay}`}
                  </td>
                  <td className="tnum px-3 py-1.5 text-right">{formatCount(each.lines)}</td>
                  <td className="tnum px-3 py-1.5 text-right">{formatCount(each.imps)}</td>
                  <td className="px-3 py-1.5">
                    {stateOf(each)}
                    {canChange && !each.isFinished ? (
                      <ImportResultsButton user={user} vendor={each.vendor} label="Import again…" size="sm" />
                    ) : null}
                  </td>
                  <td className="tnum px-3 py-1.5 whitespace-nowrap text-muted">
                    {formatDateTime(each.createdAt, user.timezone)}
                    {each.userName === null ? '' : ` by ${each.userName}`}
                  </td>
                  <td className="px-2 py-1 text-right">
                    {canChange ? (
                      <IconButton
                        size="sm"
                        label={`Remove ${each.fileName}`}
                        icon={<Trash2 />}
                        onClick={() => void confirmRemoval(each)}
                      />
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}

function isNumber(head: string): boolean {
  return head === 'Lines' || head === 'Impressions';
}

function daysText(count: number): string {
  return `${count} ${count === 1 ? 'day' : 'days'}`;
}

function stateOf({ isFinished, daysInForce }: VerificationImport): string {
  if (!isFinished) return 'Interrupted: import it again or remove it';
  return daysInForce === 0 ? 'Replaced by a later import' : `In use for ${daysText(daysInForce)}`;
}
