import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import type { NewReportShare } from '#api/shares/shareContract.ts';
import { shareLimits } from '#api/shares/shareLimits.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { formatCount } from '../lib/format.ts';
import { ApiError, messageOf, problemsByField } from '../lib/problems.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Field } from '../ui/field/Field.tsx';
import { NumberField } from '../ui/field/NumberField.tsx';
import { SegmentedControl } from '../ui/picker/SegmentedControl.tsx';
import { Select } from '../ui/picker/Select.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { ShareList } from './ShareList.tsx';
import type { Api } from '../lib/api.ts';

const validityOptions = [
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
  { value: '2160', label: '90 days' },
  { value: 'own', label: 'Other' },
] as const;

type Validity = (typeof validityOptions)[number]['value'];

const units = [
  { value: 1, label: 'hours' },
  { value: 24, label: 'days' },
];

const hints: Record<SavedReport['kind'], string> = {
  definition:
    'The data is refreshed when the link is opened, at most once per minute, with your permissions at that time. Object IDs are hidden.',
  snapshot: 'Shows the rows as they were saved. Object IDs are hidden.',
  file: 'The file can be downloaded as it was saved, including any object IDs in it.',
};

/** The shared links of a saved report, with a form for a new one. A new link's URL is shown only once. */
export function ShareDialog({
  report,
  timezone,
  onClose,
}: {
  report: Pick<SavedReport, 'id' | 'name' | 'kind'>;
  /** UTC offset in whole hours. */
  timezone: number;
  onClose: () => void;
}) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const shares = useQuery(sharesQuery(api, report.id));
  const [validity, setValidity] = useState<Validity>('168');
  const [amount, setAmount] = useState('12');
  const [unit, setUnit] = useState(1);
  const [note, setNote] = useState('');
  const [created, setCreated] = useState<NewReportShare | null>(null);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const hours = validity === 'own' ? Number(amount) * unit : Number(validity);
  const refresh = () => queryClient.invalidateQueries({ queryKey: sharesQuery(api, report.id).queryKey });

  async function make() {
    if (isBusy) return;
    if (!Number.isInteger(hours) || hours < shareLimits.minHours || hours > shareLimits.maxHours) {
      setErrors(new Map([['hours', 'Enter 1 hour to 90 days, in whole hours']]));
      return;
    }
    setBusy(true);
    setErrors(new Map());
    try {
      setCreated(await api.post('/api/savedReport/{id}/shares', { params: { id: report.id }, body: { hours, note } }));
      setNote('');
    } catch (thrown) {
      const problems = thrown instanceof ApiError ? thrown.problems : [];
      const found = problemsByField(problems, ['hours', 'note']);
      setErrors(found.size > 0 ? found : new Map([['', messageOf(thrown)]]));
    } finally {
      setBusy(false);
      await refresh();
    }
  }

  const fault = errors.get('');
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={
        <span className="wrap-anywhere">
          Share “<bdi>{report.name}</bdi>”
        </span>
      }
      description="Anyone with a link can view this report, and nothing else, without signing in."
      onSubmit={() => void make()}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        {created ? <CreatedLink created={created} /> : null}
        {fault ? <Banner tone="bad">{fault}</Banner> : null}
        <Field label="Valid for" group error={errors.get('hours')}>
          <div className="flex flex-wrap items-center gap-2">
            <SegmentedControl label="Valid for" options={validityOptions} value={validity} onChange={setValidity} />
            {validity === 'own' ? (
              <span className="flex gap-2">
                <NumberField
                  aria-label="Duration"
                  value={amount}
                  onChange={setAmount}
                  decimals={false}
                  align="end"
                  className="w-16"
                />
                <Select aria-label="Unit" options={units} value={unit} onChange={setUnit} className="w-24" />
              </span>
            ) : null}
          </div>
        </Field>
        <Field label="Note" hint="Who or what the link is for. Only you can see it." error={errors.get('note')}>
          <TextField
            value={note}
            maxLength={shareLimits.maxNoteLength}
            autoComplete="off"
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Field>
        <div className="flex items-start justify-between gap-4">
          <p className="text-xs text-muted">{hints[report.kind]}</p>
          <Button type="submit" variant="primary" loading={isBusy} className="shrink-0">
            Create link
          </Button>
        </div>
        <ShareList
          reportId={report.id}
          shares={shares.data}
          error={shares.error}
          timezone={timezone}
          onRevoked={(share) => {
            if (share.id === created?.id) setCreated(null);
            void refresh();
          }}
          onRetry={() => void shares.refetch()}
        />
        {shares.data && shares.data.length >= shareLimits.maxListed ? (
          <p className="text-xs text-muted">Only the latest {formatCount(shares.data.length)} links are listed.</p>
        ) : null}
      </div>
    </Dialog>
  );
}

/** The URL of the link just created, to be copied: it cannot be shown again. */
function CreatedLink({ created }: { created: NewReportShare }) {
  return (
    <div role="status" className="flex flex-col gap-1.5 rounded-md border border-line-strong bg-sunken p-3">
      <Field label="New link" hint="Copy it now. It is not stored and cannot be shown again.">
        <span className="flex items-center gap-2">
          <TextField
            readOnly
            mono
            value={created.url}
            onFocus={(event) => event.currentTarget.select()}
            className="min-w-0 flex-1"
          />
          <CopyButton text={created.url} label="Copy link" showLabel size="md" className="shrink-0" />
        </span>
      </Field>
    </div>
  );
}

/** The query of a saved report's shared links. */
function sharesQuery(api: Api, reportId: number) {
  return queryOptions({
    queryKey: ['shares', reportId],
    queryFn: ({ signal }) => api.get('/api/savedReport/{id}/shares', { params: { id: reportId }, signal }),
    // View counts may have changed.
    staleTime: 0,
  });
}
