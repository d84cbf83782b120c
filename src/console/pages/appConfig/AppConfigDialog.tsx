import { Link } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useUser } from '../../frame/session.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { ApiError } from '../../lib/problems.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Button } from '../../ui/Button.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { useOpening } from '../../ui/overlay/useOpening.ts';
import { DeletionRequests } from './DeletionRequests.tsx';
import { useAppConfig, useSaveAppConfig } from './useAppConfig.ts';
import { appConfigKeys, useAppConfigForm } from './useAppConfigForm.ts';

interface AppConfigDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The operator's settings for the whole platform. Every opening loads them again. */
export function AppConfigDialog(props: AppConfigDialogProps) {
  const opening = useOpening(props.open);
  return <AppConfigForm key={opening} opening={opening} {...props} />;
}

function AppConfigForm({ opening, open, onOpenChange }: AppConfigDialogProps & { opening: number }) {
  const user = useUser();
  const confirm = useConfirm();
  const toast = useToast();
  const isReadOnly = user.role !== 'super';
  const { data: config, error, isFetching, refetch } = useAppConfig(opening, open);
  const isLoading = useDelayed(!config && !error);
  const save = useSaveAppConfig();
  const form = useAppConfigForm(user.id, config, isReadOnly);

  async function submit() {
    if (isReadOnly || !form.isDirty || form.body === null || save.isPending) return;
    form.storeFormDraft();
    try {
      await save.mutateAsync(form.body);
      form.removeFormDraft();
      toast.success({ title: 'Saved', description: 'Application Config' });
      onOpenChange(false);
    } catch (fault) {
      if (isSignedOut(fault)) return;
      if (fault instanceof ApiError) form.refuse(fault.problems);
      toast.error(errorToast('Error on save', fault));
    }
  }

  async function close() {
    if (save.isPending) return;
    if (form.isDirty && !(await confirm(leaveQuestion))) return;
    form.removeFormDraft();
    onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => void (isOpen ? onOpenChange(true) : close())}
      dismissable={!form.isDirty}
      title="Application Config"
      description={
        isReadOnly
          ? 'Only the super admin can change it.'
          : 'Applies to the whole platform, across all accounts. 0 = no limit.'
      }
      onSubmit={() => void submit()}
      footer={
        isReadOnly ? (
          <Button onClick={() => void close()}>Close</Button>
        ) : (
          <>
            <Button onClick={() => void close()} disabled={save.isPending}>
              Cancel
            </Button>
            <Button
              type="submit"
              variant="primary"
              loading={save.isPending}
              disabled={!form.isDirty || form.body === null}
            >
              Save
            </Button>
          </>
        )
      }
    >
      {config ? (
        <div className="flex flex-col gap-4">
          {appConfigKeys.map((key) => (
            <Field key={key} label={labels[key]} error={form.faultOf(key)}>
              <TextField
                name={key}
                className="tnum"
                inputMode="numeric"
                autoComplete="off"
                value={form.values[key]}
                readOnly={isReadOnly}
                onChange={(event) => form.change(key, event.currentTarget.value)}
              />
            </Field>
          ))}
          <p className="flex items-center gap-1.5 border-t pt-4 text-xs text-muted">
            <Coins aria-hidden className="size-3.5 shrink-0" />
            <Link
              to="/exchangerates"
              className="text-accent-ink underline underline-offset-2"
              onClick={() => {
                // Unsaved input is restored the next time the dialog opens.
                if (form.isDirty) form.storeFormDraft();
                onOpenChange(false);
              }}
            >
              Exchange rates
            </Link>
            of the currencies that demand bids in
          </p>
          <DeletionRequests />
        </div>
      ) : error ? (
        <LoadError title="The config could not be loaded" query={{ error, refetch, isFetching }} />
      ) : (
        <div className="flex min-h-32 flex-col gap-5" aria-busy>
          {isLoading ? (
            <>
              <Skeleton className="h-8" />
              <Skeleton className="h-8" />
            </>
          ) : null}
        </div>
      )}
    </Dialog>
  );
}

const labels = {
  postbidMaxImps: 'Postbid Maximum Impression Amount (per month)',
  postbidMaxReps: 'Postbid Maximum Report Amount (per month)',
} as const;

const leaveQuestion = {
  title: 'Leave without saving?',
  description: 'Your changes in this form will be lost.',
  confirmLabel: 'Discard changes',
  cancelLabel: 'Keep editing',
  danger: true,
};
