import { FileUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReconciledRow, Reconciliation } from '#api/finance/partnerContract.ts';
import {
  discrepancyOf,
  isNotable,
  moneyDiscrepancy,
  type Month,
  type PartnerKind,
  partnerKinds,
  toleratedDiscrepancy,
} from '#model/finance/index.ts';
import { formatCount, formatShare } from '../../lib/format.ts';
import { usdText } from '#model/money/usdText.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { describeCause } from './describeCause.ts';
import { NumbersDialog } from './NumbersDialog.tsx';
import { partnerLabels } from './partnerLabels.ts';
import { useFinanceAct, useReconciliation } from './useFinance.ts';

/** Partners' numbers beside ours, with the likely causes of discrepancies. */
export function ReconcileCard({
  id,
  month,
  kind,
  onKind,
}: {
  id: number;
  month: Month;
  kind: PartnerKind;
  onKind: (kind: PartnerKind) => void;
}) {
  const query = useReconciliation(month, id, kind);
  const [isImporting, setImporting] = useState(false);
  const shown = query.data;
  const isEmpty = shown?.rows.length === 0;
  const importing = (
    <Button size="sm" icon={<FileUp aria-hidden />} onClick={() => setImporting(true)}>
      Import CSV…
    </Button>
  );
  return (
    <Card
      title="Reconciliation"
      description="Our numbers and the partner’s, on days the partner has numbers for. Discrepancy = (ours − theirs) ÷ theirs, highlighted beyond the partner’s threshold."
      padding="none"
      actions={
        <>
          <SegmentedControl
            label="Compare by"
            options={partnerKinds.map((value) => ({ value, label: partnerLabels[value].label }))}
            value={kind}
            onChange={onKind}
          />
          {isEmpty ? null : importing}
        </>
      }
    >
      {shown ? (
        isEmpty ? (
          <EmptyState
            title="No partner numbers for this month"
            text={`Import a CSV file in which each line has a day, ${partnerLabels[kind].one} and the impressions.`}
            action={importing}
          />
        ) : (
          <ReconcileTable shown={shown} />
        )
      ) : query.isError ? (
        <LoadError title="Error on load data" query={query} />
      ) : (
        <Skeleton className="m-4 h-24" />
      )}
      {shown && shown.files.length > 0 ? <Files files={shown.files} /> : null}
      {isImporting ? <NumbersDialog id={id} kind={kind} onClose={() => setImporting(false)} /> : null}
    </Card>
  );
}

function ReconcileTable({ shown }: { shown: Reconciliation }) {
  const [open, setOpen] = useState<number | null>(null);
  const heads = ['Ours', 'Theirs', 'Discrepancy', 'Our amount', 'Their amount', 'Discrepancy'];
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm" aria-label="Ours and theirs">
        <thead>
          <tr className="border-b text-xs text-muted">
            <th scope="col" className="px-4 py-2 text-left font-medium">
              {partnerLabels[shown.kind].label}
            </th>
            {heads.map((head, index) => (
              <th
                key={`${head} ${index > 2}`}
                scope="col"
                className="px-4 py-2 text-right font-medium whitespace-nowrap"
              >
                {head}
                {index < 3 ? <span className="sr-only">, impressions</span> : null}
              </th>
            ))}
            <th scope="col" className="px-4 py-2 text-left font-medium">
              Likely causes
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {shown.rows.map((row) => (
            <ReconcileRow
              key={row.objectId}
              row={row}
              isOpen={open === row.objectId}
              onToggle={() => setOpen(open === row.objectId ? null : row.objectId)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ReconcileRow({ row, isOpen, onToggle }: { row: ReconciledRow; isOpen: boolean; onToggle: () => void }) {
  return (
    <>
      <tr className="align-top">
        <th scope="row" className="px-4 py-2 text-left font-normal">
          <button
            type="button"
            aria-expanded={isOpen}
            className="-my-0.5 min-h-6 text-left text-accent-ink underline underline-offset-2"
            onClick={onToggle}
          >
            {row.name}
          </button>
        </th>
        <Numbers {...row} />
        <td className="min-w-72 px-4 py-2">
          {row.causes.length === 0 ? (
            <span className="text-muted">{isInLine(row) ? 'Within tolerance' : 'No cause found'}</span>
          ) : (
            <ul className="flex flex-col gap-1">
              {row.causes.map((cause) => {
                const { label, text } = describeCause(cause);
                return (
                  <li key={cause.kind}>
                    <span className="font-medium">{label}.</span> <span className="text-muted">{text}</span>
                  </li>
                );
              })}
            </ul>
          )}
        </td>
      </tr>
      {isOpen
        ? row.days.map(({ day, ours, theirs }) => (
            <tr key={day} className="bg-sunken">
              <th scope="row" className="tnum px-4 py-1 pl-8 text-left font-normal text-muted">
                {day}
              </th>
              <Numbers
                ours={ours}
                theirs={theirs}
                discrepancy={discrepancyOf(ours.imps, theirs.imps)}
                revenueDiscrepancy={theirs.revenue === null ? null : moneyDiscrepancy(ours.revenue, theirs.revenue)}
                threshold={row.threshold}
              />
              <td />
            </tr>
          ))
        : null}
    </>
  );
}

function Numbers({
  ours,
  theirs,
  discrepancy,
  revenueDiscrepancy,
  threshold,
}: Pick<ReconciledRow, 'ours' | 'theirs' | 'discrepancy' | 'revenueDiscrepancy' | 'threshold'>) {
  return (
    <>
      <Cell>{formatCount(ours.imps)}</Cell>
      <Cell>{formatCount(theirs.imps)}</Cell>
      <ShareCell share={discrepancy} threshold={threshold} />
      <Cell>{usdText(ours.revenue)}</Cell>
      <Cell>{theirs.revenue === null ? '–' : usdText(theirs.revenue)}</Cell>
      <ShareCell share={revenueDiscrepancy} threshold={threshold} />
    </>
  );
}

function Cell({ children }: { children: string }) {
  return <td className="tnum px-4 py-2 text-right whitespace-nowrap">{children}</td>;
}

/** A discrepancy, marked and labeled when it exceeds the threshold. */
function ShareCell({ share, threshold }: { share: number | null; threshold: number }) {
  if (!isNotable(share, threshold)) return <Cell>{formatShare(share)}</Cell>;
  const excessText = `over the ${formatShare(threshold)} threshold`;
  return (
    <td className="tnum px-4 py-2 text-right font-medium whitespace-nowrap text-bad" title={excessText}>
      {formatShare(share)}
      <span className="sr-only"> ({excessText})</span>
    </td>
  );
}

function Files({ files }: { files: Reconciliation['files'] }) {
  const act = useFinanceAct();
  const confirm = useConfirm();
  async function remove(id: number, fileName: string) {
    const mayGo = await confirm({
      title: `Delete ${fileName}?`,
      description: 'Numbers that were last imported from this file are deleted too.',
      confirmLabel: 'Delete',
      danger: true,
    });
    if (mayGo)
      act.mutate({
        call: (api) => api.delete('/api/finance/partnerFiles/{id}', { params: { id } }),
        done: `${fileName} deleted`,
      });
  }
  return (
    <ul aria-label="Imported files" className="divide-y border-t text-xs text-muted">
      {files.map(({ id, fileName, lines, createdAt, userName }) => (
        <li key={id} className="flex items-center gap-3 px-4 py-1">
          <span className="min-w-0 flex-1 truncate">
            {fileName} · {formatCount(lines)} {lines === 1 ? 'line' : 'lines'} · {createdAt.slice(0, 10)}
            {userName === null ? '' : ` · ${userName}`}
          </span>
          <IconButton
            size="sm"
            label={`Delete ${fileName}`}
            icon={<Trash2 />}
            onClick={() => void remove(id, fileName)}
          />
        </li>
      ))}
    </ul>
  );
}

function isInLine({ ours, theirs, discrepancy }: ReconciledRow): boolean {
  return ours.imps === theirs.imps || (discrepancy !== null && Math.abs(discrepancy) < toleratedDiscrepancy);
}
