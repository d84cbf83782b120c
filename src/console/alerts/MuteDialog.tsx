import { useRef, useState } from 'react';
import type { DashboardAlert } from '#api/dashboard/dashboardContract.ts';
import { maxMuteReason } from '#model/entity/alerts.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/field/Field.tsx';
import { ReasonField } from '../ui/field/ReasonField.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Select } from '../ui/picker/Select.tsx';
import { type MuteTime, useMutes } from './useAlerts.ts';

const times = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: 'end', label: 'Until it ends' },
] as const;

type Time = (typeof times)[number]['value'];

const daysOf: Readonly<Record<Time, MuteTime>> = { 1: 1, 7: 7, 30: 30, end: null };

/** Mutes an alert with a reason and a time. The focus does not return to the button of an alert that is muted. */
export function MuteDialog({ alert, onClose }: { alert: DashboardAlert; onClose: (isMuted: boolean) => void }) {
  const isMuted = useRef(false);
  const { mute } = useMutes(() => {
    isMuted.current = true;
    onClose(true);
  });
  const [reason, setReason] = useState('');
  const [time, setTime] = useState<Time>('7');
  const [isSubmitted, setSubmitted] = useState(false);
  const isMissing = reason.trim() === '';
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose(false);
      }}
      size="sm"
      finalFocus={() => !isMuted.current}
      title="Mute this alert?"
      description={
        <>
          <bdi className="wrap-anywhere">{alert.object?.name}</bdi>: {alert.text}
        </>
      }
      dismissable={reason === ''}
      onSubmit={() => {
        setSubmitted(true);
        if (!isMissing) mute.mutate({ alert, reason, days: daysOf[time] });
      }}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button type="submit" variant="primary" loading={mute.isPending}>
            Mute
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ReasonField
          value={reason}
          onChange={setReason}
          isMissing={isSubmitted && isMissing}
          maxLength={maxMuteReason}
          hint="Your colleagues see it beside the muted alert."
        />
        <Field label="Muted for" hint="When the cause is gone, the mute ends, so that the alert can come back.">
          <Select options={times} value={time} onChange={setTime} />
        </Field>
      </div>
    </Dialog>
  );
}
