import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { MailSetup } from '#api/mail/mailContract.ts';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import type { Colleague, ReportSchedule } from '#api/schedules/scheduleContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { mayDo } from '#model/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { ApiContext } from '../../../lib/apiContext.ts';
import { errorToast } from '../../../lib/errorToast.ts';
import { ApiError, problemsByField } from '../../../lib/problems.ts';
import { refreshSavedReports } from '../../../reports/savedReports.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { LoadError } from '../../../frame/errors/LoadError.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { useToast } from '../../../ui/overlay/ToastProvider.tsx';
import type { SavedRequest } from '../useFileOfDefinition.ts';
import { useReportActions } from '../useReportActions.ts';
import { bodyOf, formOf, scheduleFields, type ScheduleForm } from './scheduleForm.ts';
import { ScheduleRecipients } from './ScheduleRecipients.tsx';
import { ScheduleTimes } from './ScheduleTimes.tsx';

/** The data that the dialog loads. */
interface Loaded {
  schedule: ReportSchedule | null;
  /** The date range of the live report. */
  days: { range: string | null; startDate: string; endDate: string };
  colleagues: Colleague[];
  mail: MailSetup;
}

/** Schedules a live report, and changes, pauses or deletes its schedule. */
export function ScheduleDialog({
  user,
  report,
  onClose,
}: {
  user: SessionUser;
  report: SavedReport;
  onClose: () => void;
}) {
  const api = use(ApiContext);
  const params = { id: report.id };
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['savedReports', 'scheduleDialog', report.id],
    queryFn: async ({ signal }): Promise<Loaded> => {
      const [{ schedule }, { request }, colleagues, mail] = await Promise.all([
        api.get('/api/savedReport/{id}/schedule', { params, signal }),
        api.get('/api/savedReport/{id}', { params, signal }),
        api.get('/api/savedReports/colleagues', { signal }),
        api.get('/api/mail', { signal }),
      ]);
      const { range = null, startDate, endDate } = request as SavedRequest;
      return { schedule, days: { range, startDate, endDate }, colleagues, mail };
    },
    // Refetches must not replace input.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data) return <LoadedDialog user={user} report={report} loaded={data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Schedule for ${report.name}`} size="lg">
      {error ? (
        <LoadError title="The schedule could not be loaded" query={{ error, refetch, isFetching }} />
      ) : (
        <Spinner label="Loading" />
      )}
    </Dialog>
  );
}

function LoadedDialog({
  user,
  report,
  loaded: { schedule, days, colleagues, mail },
  onClose,
}: {
  user: SessionUser;
  report: SavedReport;
  loaded: Loaded;
  onClose: () => void;
}) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  const [form, setForm] = useState<ScheduleForm>(() => formOf(schedule, user.timezone));
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const [isConfirmingDelete, setConfirmingDelete] = useState(false);
  const { setArchived } = useReportActions();
  const unarchive = () => setArchived(report, false);
  const params = { id: report.id };
  const change = (part: Partial<ScheduleForm>) => {
    setForm((before) => ({ ...before, ...part }));
    setErrors((before) => new Map([...before].filter(([field]) => !(field in part))));
  };

  async function save(part: Partial<ScheduleForm> = {}) {
    if (isBusy) return;
    setBusy(true);
    const saved = { ...form, ...part };
    try {
      await api.put('/api/savedReport/{id}/schedule', { params, body: bodyOf(saved) });
      toast.success({ title: saved.isPaused ? 'Schedule saved and paused' : 'Report scheduled' });
      onClose();
    } catch (thrown) {
      const problems = thrown instanceof ApiError ? thrown.problems : [];
      setErrors(problemsByField(problems, scheduleFields));
      // The report was archived meanwhile, in another window.
      const isArchived = problems.some(({ code }) => code === 'archived');
      toast.error({
        ...errorToast('Error on save', thrown),
        ...(isArchived
          ? { action: { label: 'Unarchive', onClick: () => void unarchive().catch(() => undefined) } }
          : {}),
      });
      setBusy(false);
    }
    await refreshSavedReports(queryClient);
  }

  async function remove() {
    try {
      await api.delete('/api/savedReport/{id}/schedule', { params });
    } catch (thrown) {
      toast.error(errorToast('Error on delete', thrown));
      throw thrown;
    }
    toast.success({ title: 'Schedule deleted' });
    onClose();
    await refreshSavedReports(queryClient);
  }

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => {
          if (!open && !isBusy) onClose();
        }}
        dismissable={false}
        title={
          <>
            Schedule for <bdi className="break-words">{report.name}</bdi>
          </>
        }
        description="The report runs automatically with the permissions you have at that time. You get the file in your notifications."
        size="lg"
        onSubmit={() => void save()}
        footer={
          <>
            {schedule ? (
              <span className="mr-auto flex gap-2">
                <Button variant="danger" disabled={isBusy} onClick={() => setConfirmingDelete(true)}>
                  Delete…
                </Button>
                <Button disabled={isBusy} onClick={() => void save({ isPaused: !form.isPaused })}>
                  {form.isPaused ? 'Save and resume' : 'Save and pause'}
                </Button>
              </span>
            ) : null}
            <Button onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" loading={isBusy}>
              Save
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          {schedule?.isPaused ? (
            <Banner tone={schedule.pauseReason === null ? 'info' : 'bad'} title="This schedule is paused.">
              {schedule.pauseReason}
            </Banner>
          ) : null}
          {mail.isSetUp ? null : (
            <Banner tone="info" title="Email is not set up on this platform.">
              Files are only delivered in the console. The platform operator can set up email with SMTP_URL and
              MAIL_FROM.
            </Banner>
          )}
          <ScheduleTimes form={form} errors={errors} days={days} report={report} onChange={change} />
          <ScheduleRecipients
            form={form}
            errors={errors}
            colleagues={colleagues}
            schedule={schedule}
            mail={mail}
            managersPath={mayDo(user, 'manager', 'create') ? pageFor('manager', user) : undefined}
            onChange={change}
          />
        </div>
      </Dialog>
      <ConfirmDialog
        open={isConfirmingDelete}
        onOpenChange={setConfirmingDelete}
        title={`Delete the schedule for ${report.name}?`}
        description="The report no longer runs automatically, and its run history is deleted. The report and its files are not deleted."
        confirmLabel="Delete"
        danger
        onConfirm={remove}
      />
    </>
  );
}
