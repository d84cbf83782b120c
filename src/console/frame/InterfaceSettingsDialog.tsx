import { useState } from 'react';
import { localStore } from '../lib/browserStorage.ts';
import { Checkbox } from '../ui/field/Checkbox.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { DailyMailField } from '../pages/profile/DailyMailField.tsx';
import { opensNewTabs, setOpensNewTabs } from './navigation/newTabs.ts';
import { useUser } from './session.ts';

/** Settings of the console in this browser, and the daily mail of admins, who have no profile; changes apply at once. */
export function InterfaceSettingsDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const user = useUser();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="User Interface Settings" size="sm">
      <div className="flex flex-col gap-4">
        <NewTabsSetting />
        {user.type === 'admin' ? <DailyMailField onAddress={() => onOpenChange(false)} /> : null}
      </div>
    </Dialog>
  );
}

function NewTabsSetting() {
  const toast = useToast();
  const [isOn, setOn] = useState(() => opensNewTabs(localStore));
  return (
    <Checkbox
      label="Open links in new Tabs"
      hint="Applies to this browser only."
      checked={isOn}
      onChange={(event) => {
        const isWanted = event.currentTarget.checked;
        if (setOpensNewTabs(localStore, isWanted)) setOn(isWanted);
        else
          toast.error({
            title: 'Error on save',
            description: 'The setting cannot be saved, because this browser blocks storage',
          });
      }}
    />
  );
}
