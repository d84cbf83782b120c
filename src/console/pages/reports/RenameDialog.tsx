import { useState } from 'react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { TextField } from '../../ui/field/TextField.tsx';

export function RenameDialog({
  report,
  onClose,
  onRename,
}: {
  report: SavedReport;
  onClose: () => void;
  onRename: (name: string) => Promise<void>;
}) {
  const [name, setName] = useState(report.name);
  const [isBusy, setBusy] = useState(false);
  async function rename() {
    if (isBusy || name.trim() === '') return;
    setBusy(true);
    try {
      await onRename(name);
      onClose();
    } catch {
      // A toast shows the error; the dialog stays open for another try.
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title="Rename saved report"
      size="sm"
      onSubmit={() => void rename()}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={name.trim() === ''}>
            Rename
          </Button>
        </>
      }
    >
      <Field label="Name" required>
        <TextField
          value={name}
          maxLength={255}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
    </Dialog>
  );
}
