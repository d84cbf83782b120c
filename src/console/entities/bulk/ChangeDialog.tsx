import { Check, FlaskConical, Undo2 } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { EntityName } from '#model/index.ts';
import { isSignedOut } from '../../lib/query.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { ChangeWaits } from '../../lib/changeWaits.ts';
import { ApiError } from '../../lib/problems.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useActivityLink } from '../../history/useActivityLink.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import type { ShownChanges } from './changeLines.ts';
import { ChangeTable } from './ChangeTable.tsx';
import { TrafficSummary } from './TrafficSummary.tsx';
import { useChanges } from './useChanges.ts';

/** One call of a change set: a preview (`isDryRun`), or the change. */
export interface ChangeStep {
  isDryRun: boolean;
  previewDigest?: string;
}

type Step =
  | { name: 'form' }
  | { name: 'preview'; shown: ShownChanges }
  | { name: 'result'; shown: ShownChanges; isUndone: boolean };

/** A change of many rows in three steps: the form, a preview by row, and the result with Undo. */
export function ChangeDialog({
  title,
  description,
  form,
  isReady,
  isPartial,
  run,
  labels,
  touched,
  renderWhatIf,
  onClose,
}: {
  title: string;
  description?: ReactNode;
  /** Null = no form: the preview comes at once. */
  form: ReactNode;
  /** True when the form is complete enough for a preview. */
  isReady: boolean;
  /** True when valid rows change although others are refused; otherwise one refused row blocks all. */
  isPartial: boolean;
  run: (step: ChangeStep) => Promise<ShownChanges>;
  /** "3 tags change", "3 tags changed", with the count first. */
  labels: { will: (count: number) => string; done: (count: number) => string; apply: (count: number) => string };
  /** The entities whose rows change. */
  touched: readonly EntityName[];
  /** Renders the what-if of previewed changes; absent = not offered. */
  renderWhatIf?: ((asked: { shown: ShownChanges; onSave: () => void; onClose: () => void }) => ReactNode) | undefined;
  onClose: (isDone: boolean) => void;
}) {
  const toast = useToast();
  const activityLink = useActivityLink();
  const { undo } = useChanges(touched);
  const [step, setStep] = useState<Step>({ name: 'form' });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [isOpen, setOpen] = useState(true);
  const [isAsking, setAsking] = useState(false);

  async function work(task: () => Promise<void>) {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await task();
    } catch (failure) {
      if (isSignedOut(failure)) return;
      if (failure instanceof ApiError && failure.problems.length > 0) setError(failure);
      else toast.error(errorToast('Error on save', failure));
      if (failure instanceof ChangeWaits) setOpen(false);
    } finally {
      setBusy(false);
    }
  }

  const preview = () => work(async () => setStep({ name: 'preview', shown: await run({ isDryRun: true }) }));
  // The changes of each row are known from the preview.
  const ask = () =>
    work(async () => {
      const shown = step.name === 'preview' ? step.shown : await run({ isDryRun: true });
      setStep({ name: 'preview', shown });
      setAsking(shown.counts.changed > 0);
    });
  const apply = ({ previewDigest }: ShownChanges) =>
    work(async () =>
      setStep({ name: 'result', shown: await run({ isDryRun: false, previewDigest }), isUndone: false }),
    );

  const previewAtOnce = useEffectEvent(() => {
    if (form === null) void preview();
  });
  useEffect(() => {
    const timer = setTimeout(() => previewAtOnce());
    return () => clearTimeout(timer);
  }, []);

  function undoChanges({ shown }: Extract<Step, { name: 'result' }>) {
    const { batch } = shown;
    if (batch === null) return;
    void work(async () => {
      if (await undo(batch)) setStep({ name: 'result', shown, isUndone: true });
    });
  }

  function close() {
    setOpen(false);
    if (step.name === 'result' && !step.isUndone && step.shown.batch !== null) {
      const { batch, counts } = step.shown;
      toast.success({
        title: labels.done(counts.changed),
        action: {
          label: 'Undo',
          onClick: () => void undo(batch).then((isBack) => isBack && toast.success({ title: 'Undone' })),
        },
        ...activityLink({ batch }),
      });
    }
    onClose(step.name === 'result');
  }

  const { counts } = step.name === 'form' ? { counts: null } : step.shown;
  const canApply = counts !== null && counts.changed > 0 && (isPartial || counts.refused === 0);

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={title}
      description={description}
      size={step.name === 'form' ? 'lg' : 'xl'}
      padding="none"
      dismissable={false}
      {...(step.name === 'form' ? { onSubmit: () => void (isReady && preview()) } : {})}
      footer={
        step.name === 'form' ? (
          <>
            <Button onClick={close}>Cancel</Button>
            {renderWhatIf ? (
              <Button icon={<FlaskConical />} disabled={!isReady || isBusy} onClick={() => void ask()}>
                What if?
              </Button>
            ) : null}
            <Button type="submit" variant="primary" disabled={!isReady} loading={isBusy}>
              Preview
            </Button>
          </>
        ) : step.name === 'preview' ? (
          <>
            {form === null ? null : (
              <Button onClick={() => setStep({ name: 'form' })} className="mr-auto">
                Back
              </Button>
            )}
            <Button onClick={close}>Cancel</Button>
            {renderWhatIf && canApply && !error ? (
              <Button icon={<FlaskConical />} disabled={isBusy} onClick={() => void ask()}>
                What if?
              </Button>
            ) : null}
            {error ? (
              <Button variant="primary" loading={isBusy} onClick={() => void preview()}>
                Preview again
              </Button>
            ) : (
              <Button variant="primary" disabled={!canApply} loading={isBusy} onClick={() => void apply(step.shown)}>
                {labels.apply(step.shown.counts.changed)}
              </Button>
            )}
          </>
        ) : (
          <>
            {step.shown.batch === null || step.isUndone ? null : (
              <Button icon={<Undo2 />} loading={isBusy} onClick={() => undoChanges(step)} className="mr-auto">
                Undo
              </Button>
            )}
            <Button variant="primary" onClick={close}>
              Close
            </Button>
          </>
        )
      }
    >
      <div className={step.name === 'form' ? 'p-5' : 'flex flex-col pt-4'}>
        {error ? <Problems error={error} className={step.name === 'form' ? 'mb-4' : 'mx-5 mb-3'} /> : null}
        {/* Hidden, not unmounted, so that the typed values survive the preview. */}
        <div hidden={step.name !== 'form'}>{form ?? <Skeleton className="h-24" />}</div>
        {step.name === 'form' ? null : (
          <>
            <div className="flex flex-col gap-1.5 px-5 pb-3">
              <Summary step={step} labels={labels} isPartial={isPartial} />
              {step.name === 'preview' && step.shown.affectedTraffic ? (
                <TrafficSummary affectedTraffic={step.shown.affectedTraffic} />
              ) : null}
            </div>
            <ChangeTable
              key={step.name}
              shown={step.shown}
              isBlocked={!isPartial && step.shown.counts.refused > 0}
              className="h-[46vh]"
            />
          </>
        )}
      </div>
      {renderWhatIf && isAsking && step.name === 'preview' ? (
        <Suspense fallback={null}>
          {renderWhatIf({
            shown: step.shown,
            onSave: () => {
              setAsking(false);
              void apply(step.shown);
            },
            onClose: () => setAsking(false),
          })}
        </Suspense>
      ) : null}
    </Dialog>
  );
}

function Summary({
  step,
  labels,
  isPartial,
}: {
  step: Exclude<Step, { name: 'form' }>;
  labels: { will: (count: number) => string; done: (count: number) => string };
  isPartial: boolean;
}) {
  const { counts } = step.shown;
  const refused = counts.refused > 0 ? `${counts.refused} with errors` : '';
  const same = counts.unchanged > 0 ? `${counts.unchanged} unchanged` : '';
  const rest = [step.shown.note, refused, same].filter(Boolean).join(', ');
  if (step.name === 'result') {
    return (
      <p role="status" className="flex items-center gap-2 text-sm font-medium">
        <Check aria-hidden className="size-4 text-good" />
        {step.isUndone ? 'Undone. Everything is as it was before.' : `${labels.done(counts.changed)}.`}
        {rest ? <span className="font-normal text-muted">{rest}</span> : null}
      </p>
    );
  }
  const isBlocked = counts.refused > 0 && !isPartial;
  return (
    <p role="status" className="text-sm">
      <strong className="font-medium">
        {isBlocked ? 'Nothing will change until the errors are fixed.' : `${labels.will(counts.changed)}.`}
      </strong>{' '}
      {rest ? <span className="text-muted">{rest}</span> : null}
    </p>
  );
}

const maxProblems = 8;

function Problems({ error, className }: { error: ApiError; className: string }) {
  const messages = [...new Set(error.problems.map(({ message }) => message))];
  return (
    <Banner tone="bad" title="Nothing was changed." className={className}>
      <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-4">
        {messages.slice(0, maxProblems).map((message) => (
          <li key={message} className="break-words">
            {message}
          </li>
        ))}
      </ul>
      {messages.length > maxProblems ? `And ${messages.length - maxProblems} more.` : null}
    </Banner>
  );
}
