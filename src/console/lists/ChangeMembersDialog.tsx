import { useRef, useState } from 'react';
import type { Entity } from '#model/index.ts';
import type { MemberMode, MemberReport } from '#model/lists/listMembers.ts';
import type { EntityRow } from '../entities/useEntity.ts';
import { formatCount } from '../lib/format.ts';
import { messageOf } from '../lib/problems.ts';
import { isSignedOut } from '../lib/query.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Field } from '../ui/field/Field.tsx';
import { SegmentedControl } from '../ui/picker/SegmentedControl.tsx';
import { LinesInput, noLines, type Lines } from './LinesInput.tsx';
import { MemberReportView } from './MemberReportView.tsx';
import type { MemberTexts } from './memberTexts.ts';
import { useMemberToasts } from './useMemberToasts.ts';
import { useSendLines } from './useMembers.ts';

const modes: { value: MemberMode; label: string }[] = [
  { value: 'add', label: 'Add' },
  { value: 'remove', label: 'Remove' },
  { value: 'replace', label: 'Replace all' },
];

const modeHints: Record<MemberMode, string> = {
  add: 'These members are added to the list.',
  remove: 'These members are removed from the list.',
  replace: 'The list will contain only these members.',
};

/** Changes a list's members from lines: input, a preview report, then applying it. */
export function ChangeMembersDialog({
  open,
  entity,
  row,
  texts,
  onClose,
  onDone,
}: {
  open: boolean;
  entity: Entity;
  row: EntityRow;
  texts: MemberTexts;
  onClose: () => void;
  onDone: () => void;
}) {
  const send = useSendLines(entity, row.id);
  const showResult = useMemberToasts(entity, row.id);
  const [mode, setMode] = useState<MemberMode>('add');
  const [lines, setLines] = useState<Lines>(noLines);
  const [report, setReport] = useState<MemberReport | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [part, setPart] = useState(0);
  const cut = useRef<AbortController>(null);
  const isBusy = send.isPending;

  function close() {
    cut.current?.abort();
    setLines(noLines);
    setReport(null);
    setFault(null);
    onClose();
  }

  async function run(isDryRun: boolean) {
    cut.current = new AbortController();
    const { signal } = cut.current;
    setFault(null);
    setPart(0);
    try {
      const result = await send.mutateAsync({ text: await lines.read(), mode, isDryRun, onProgress: setPart, signal });
      if (isDryRun) return setReport(result);
      showResult(result);
      onDone();
      close();
    } catch (error) {
      if (!signal.aborted && !isSignedOut(error)) setFault(messageOf(error));
    }
  }

  const changes = report ? report.added + report.removed : 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      size="lg"
      dismissable={lines.isEmpty}
      title={`Members of ${row.name ?? `#${row.id}`}`}
      description={texts.hint}
      onSubmit={() => void run(report === null)}
      footer={
        report ? (
          <>
            <Button disabled={isBusy} onClick={() => setReport(null)}>
              Back
            </Button>
            <Button
              type="submit"
              variant={report.removed > 0 ? 'danger' : 'primary'}
              loading={isBusy}
              disabled={changes === 0}
            >
              {applyLabel(report)}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary" loading={isBusy} disabled={lines.isEmpty && mode !== 'replace'}>
              Check
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {fault === null ? null : (
          <Banner tone="bad" title="Nothing was changed.">
            {fault}
          </Banner>
        )}
        {report ? (
          <MemberReportView report={report} />
        ) : (
          <>
            <Field group label="Action" hint={modeHints[mode]}>
              <SegmentedControl
                label="Action"
                options={modes}
                value={mode}
                onChange={setMode}
                disabled={isBusy}
                className="self-start"
              />
            </Field>
            <LinesInput lines={lines} onChange={setLines} sample={texts.sample} isDisabled={isBusy} />
          </>
        )}
        {isBusy ? <SendingBar part={part} isCheck={report === null} /> : null}
      </div>
    </Dialog>
  );
}

function applyLabel({ mode, added, removed }: MemberReport): string {
  if (mode === 'add') return `Add ${formatCount(added)}`;
  if (mode === 'remove') return `Remove ${formatCount(removed)}`;
  return `Replace: add ${formatCount(added)}, remove ${formatCount(removed)}`;
}

function SendingBar({ part, isCheck }: { part: number; isCheck: boolean }) {
  const text = part < 1 ? `Sending, ${Math.floor(part * 100)}%` : isCheck ? 'Checking…' : 'Applying…';
  return (
    <div className="flex items-center gap-3 text-xs text-muted">
      <progress aria-label="Sending" className="h-1.5 w-48 accent-accent" {...(part < 1 ? { value: part } : {})} />
      <span role="status" className="tnum">
        {text}
      </span>
    </div>
  );
}
