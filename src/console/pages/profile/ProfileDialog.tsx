import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '../../frame/session.ts';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { useOpening } from '../../ui/overlay/useOpening.ts';
import { focusDelayed } from '../../lib/focusDelayed.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { ProfileBody } from './ProfileBody.tsx';
import { ProfileFooter } from './ProfileFooter.tsx';
import { isValidBody } from './profileForm.ts';
import { profileRights } from './profileRights.ts';
import { tabsOfProfile } from './tabsOfProfile.ts';
import { useProfile, useSaveProfile } from './useProfile.ts';
import { firstTabOf, useProfileForm } from './useProfileForm.ts';

interface ProfileDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether it opens at the Options tab. */
  isAtOptions: boolean;
}

/** The profile of every user except admins. Every opening loads it again. */
export function ProfileDialog(props: ProfileDialogProps) {
  const opening = useOpening(props.open);
  return <ProfileWindow key={opening} opening={opening} {...props} />;
}

function ProfileWindow({ opening, open, onOpenChange, isAtOptions }: ProfileDialogProps & { opening: number }) {
  const user = useUser();
  const confirm = useConfirm();
  const toast = useToast();
  const navigate = useNavigate();
  const rights = profileRights(user);
  const query = useProfile(opening, open);
  const save = useSaveProfile();
  const form = useProfileForm(user, query.data ?? null, rights);
  const tabs = tabsOfProfile(user.type, form.faults);
  const [tab, setTab] = useState<string>(isAtOptions ? 'options' : 'common');

  function showFault(paths: readonly string[]) {
    const wrong = firstTabOf(paths, tabs);
    if (wrong === null) return;
    setTab(wrong);
    // The tab must be visible before its field can take the focus.
    focusDelayed(() => {
      document.querySelector<HTMLElement>('[data-profile-tab]:not([hidden]) [aria-invalid="true"]')?.focus();
    }, 50);
  }

  async function submit() {
    if (rights.isReadOnly || !form.isDirty || save.isPending) return;
    form.tryToSave();
    const { body } = form;
    if (!isValidBody(body)) return showFault(Object.keys(form.found));
    try {
      await save.mutateAsync(body);
      form.discardDraft();
      toast.success({ title: 'Saved', description: 'Profile' });
      onOpenChange(false);
    } catch (error) {
      if (isSignedOut(error)) return;
      toast.error(errorToast('Error on save', error));
      showFault(form.refuse(error));
    }
  }

  /** Resolves to whether the dialog was closed. */
  async function close(): Promise<boolean> {
    if (save.isPending) return false;
    if (form.isDirty && !(await confirm(leaveQuestion))) return false;
    form.discardDraft();
    onOpenChange(false);
    return true;
  }

  async function goTo(page: string) {
    if (await close()) await navigate({ to: page });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => void (isOpen ? onOpenChange(true) : close())}
      dismissable={!form.isDirty}
      title="Profile"
      description={
        rights.isReadOnly
          ? 'View only, except for your daily mail'
          : rights.isAccountFixed
            ? `You can change your name and contacts. The rest belongs to ${user.accountName ?? 'the account'}.`
            : undefined
      }
      size="lg"
      padding="none"
      onSubmit={() => void submit()}
      footer={
        <ProfileFooter rights={rights} isDirty={form.isDirty} isSaving={save.isPending} onClose={() => void close()} />
      }
    >
      <ProfileBody
        query={query}
        form={form}
        rights={rights}
        tabs={tabs}
        tab={tab}
        onTab={setTab}
        goTo={(page) => void goTo(page)}
      />
    </Dialog>
  );
}

const leaveQuestion = {
  title: 'Leave without saving?',
  description: 'Your changes in this form would be lost.',
  confirmLabel: 'Discard changes',
  cancelLabel: 'Keep editing',
  danger: true,
};
