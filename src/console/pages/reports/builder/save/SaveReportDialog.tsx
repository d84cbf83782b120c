import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { use, useState } from 'react';
import type { ReportBody, ReportRange } from '#reports/index.ts';
import { ApiContext } from '../../../../lib/apiContext.ts';
import { errorToast } from '../../../../lib/errorToast.ts';
import { ApiError, messageOf, problemsByField } from '../../../../lib/problems.ts';
import { verificationQuotaQuery } from '../../../../reports/verificationQuota.ts';
import { refreshSavedReports } from '../../../../reports/savedReports.ts';
import { useExport } from '../../../../reports/useExport.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../../ui/field/Field.tsx';
import { SegmentedControl } from '../../../../ui/picker/SegmentedControl.tsx';
import { TextField } from '../../../../ui/field/TextField.tsx';
import { useToast } from '../../../../ui/overlay/ToastProvider.tsx';
import type { ReportKind } from '../url/reportKind.ts';

const saveOptions = [
  { value: 'definition', label: 'Live report' },
  { value: 'rows', label: 'Snapshot' },
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'XLSX' },
] as const;

type SaveAs = (typeof saveOptions)[number]['value'];

const hints: Record<SaveAs, string> = {
  definition: 'The settings only: it runs with current data each time it is opened.',
  rows: 'The current rows, to view in the console. At most 10,000 rows.',
  csv: 'All current rows as a file, written in the background. Exact values.',
  xlsx: 'All current rows as a spreadsheet, written in the background. Numbers have up to 15 digits.',
};

/** Saves a report under a name: live, as a snapshot, or as a file written in the background. */
export function SaveReportDialog({
  kind,
  name: initial,
  request,
  view,
  expectedRows,
  onClose,
}: {
  kind: ReportKind;
  name: string;
  request: ReportBody & { range?: ReportRange };
  /** How the page shows the report. */
  view: Record<string, string>;
  /** Number of rows that its file will have, if known. */
  expectedRows: number | undefined;
  onClose: () => void;
}) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const startExport = useExport();
  const [name, setName] = useState(initial);
  const [saveAs, setSaveAs] = useState<SaveAs>('definition');
  const [error, setError] = useState<string>();
  const [tooMany, setTooMany] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const quota = useQuery({ ...verificationQuotaQuery(api), enabled: kind.isVerification });

  async function save(as: SaveAs = saveAs) {
    if (isBusy) return;
    if (name.trim() === '') {
      setError('Enter a name');
      return;
    }
    setBusy(true);
    try {
      const named = { name, ivt: kind.isVerification };
      if (as === 'csv' || as === 'xlsx') {
        await startExport({ ...named, format: as, request, expectedRows });
      } else {
        const saved = await api.post('/api/savedReport', { body: { ...named, saveAs: as, request, view } });
        toast.success({
          title: 'Report saved',
          action:
            as === 'definition'
              ? {
                  label: 'Schedule…',
                  onClick: () => void navigate({ to: '/reports', search: { schedule: saved.id } }),
                }
              : {
                  label: 'Open',
                  onClick: () => void navigate({ to: `${kind.path}/${saved.id}`, search: { saved: 1 } }),
                },
        });
      }
      onClose();
    } catch (thrown) {
      const problems = thrown instanceof ApiError ? thrown.problems : [];
      const isTooMany = problems.some(({ code }) => code === 'too_many_rows');
      setError(problemsByField(problems, ['name']).get('name'));
      setTooMany(isTooMany ? messageOf(thrown) : undefined);
      if (!isTooMany) toast.error(errorToast('Error on save', thrown));
      setBusy(false);
      return;
    }
    await refreshSavedReports(queryClient);
    if (kind.isVerification) await queryClient.invalidateQueries({ queryKey: verificationQuotaQuery(api).queryKey });
  }

  const reports = quota.data?.reports;
  const isUsedUp = reports !== undefined && reports.max > 0 && reports.used >= reports.max;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={kind.isVerification ? 'Save postbid report' : 'Save report'}
      description={
        reports && reports.max > 0
          ? `${reports.used} of ${reports.max} postbid reports used this month, across all accounts.`
          : undefined
      }
      size="sm"
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isUsedUp && saveAs !== 'definition' ? (
          <Banner
            tone="warn"
            action={
              <Button size="sm" disabled={isBusy} onClick={() => void save('definition')}>
                Save live report
              </Button>
            }
          >
            The monthly limit of postbid reports is reached. Snapshots and files can be saved again from{' '}
            {quota.data?.endsOn}, 00:00 UTC. Live reports can be saved at any time.
          </Banner>
        ) : null}
        {tooMany !== undefined && saveAs === 'rows' ? (
          <Banner
            tone="bad"
            action={
              <Button size="sm" disabled={isBusy} onClick={() => void save('csv')}>
                Save as CSV
              </Button>
            }
          >
            {tooMany}.
          </Banner>
        ) : null}
        <Field label="Name" required error={error}>
          <TextField
            value={name}
            maxLength={255}
            autoComplete="off"
            onChange={(event) => {
              setName(event.currentTarget.value);
              setError(undefined);
            }}
          />
        </Field>
        <Field label="Save as" group hint={hints[saveAs]}>
          <SegmentedControl
            label="Save as"
            options={saveOptions}
            value={saveAs}
            onChange={setSaveAs}
            className="self-start"
          />
        </Field>
      </div>
    </Dialog>
  );
}
