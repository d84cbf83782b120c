import { FileCode } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { ConfigResponse } from '#api/configAsCode/configContract.ts';
import { canUse, mayDo } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { ApiError, messageOf } from '../../lib/problems.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import type { ShownLine } from './CodeLines.tsx';
import { CurrentDocument } from './CurrentDocument.tsx';
import { documentFaults, type DocumentFault } from './documentFaults.ts';
import { DocumentInput, type InputDocument } from './DocumentInput.tsx';
import { PlanResult, type Planned } from './PlanResult.tsx';
import { useConfigAsCode } from './useConfigAsCode.ts';

/** Exports the account as a document, and plans, applies and undoes the changes of a document. */
export function ConfigAsCodePage() {
  const user = useUser();
  const toast = useToast();
  const [inputDocument, setInputDocument] = useState<InputDocument>({ text: '', file: null });
  const [planned, setPlanned] = useState<Planned | null>(null);
  const [shownLine, setShownLine] = useState<ShownLine | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const { plan, apply, undo } = useConfigAsCode();
  const isBusy = plan.isPending || apply.isPending;
  const mayChange =
    canUse(user, 'changes:write') && (mayDo(user, 'tag', 'update') || mayDo(user, 'advertiser', 'update'));

  function change(next: InputDocument) {
    setInputDocument(next);
    setPlanned(null);
    setShownLine(null);
  }

  function show(response: ConfigResponse, step: Planned['step']) {
    setPlanned({ response, faults: documentFaults(response.problems), step });
    requestAnimationFrame(() => result.current?.scrollIntoView({ block: 'nearest' }));
  }

  function fail(error: unknown, title: string) {
    if (isSignedOut(error)) return;
    const faults = faultsOf(error);
    if (faults) setPlanned({ response: null, faults, step: 'planned' });
    else toast.error({ title, description: messageOf(error) });
  }

  function makePlan(step: Planned['step'] = 'planned') {
    plan.mutate(inputDocument.text, {
      onSuccess: (response) => show(response, step),
      onError: (error) => fail(error, 'Error on load data'),
    });
  }

  function applyPlan({ previewDigest }: ConfigResponse) {
    apply.mutate(
      { text: inputDocument.text, previewDigest },
      {
        onSuccess: (response) => show(response, 'applied'),
        onError: (error) => {
          // The account has changed since the plan, so the plan is shown again before anything is applied.
          if (error instanceof ApiError && error.status === 409) makePlan('plannedAgain');
          else fail(error, 'Error on save');
        },
      },
    );
  }

  function undoApply(response: ConfigResponse) {
    undo.mutate(response, {
      onSuccess: () => show(response, 'undone'),
      onError: (error) => {
        if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
      },
    });
  }

  const goToLine = useCallback((line: number) => {
    if (box.current) selectLine(box.current, line);
    else setShownLine({ line });
  }, []);

  return (
    <main className="relative h-full overflow-y-auto bg-canvas">
      <h1 className="bg-surface px-6 pt-5 text-xl font-semibold tracking-tight">Configuration as code</h1>
      <p className="border-b bg-surface px-6 pt-1 pb-4 text-muted">
        Your account as one YAML document: store it with your code, review it, and apply it again.
      </p>
      <div className="flex flex-col gap-4 px-6 py-4">
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <CurrentDocument onEdit={(text) => change({ text, file: null })} />
          <Card title="Import a document">
            <div className="flex flex-col gap-3">
              <p className="text-muted">
                Omitted fields get their default. Objects omitted from a section are archived. Omitted sections stay
                unchanged.
              </p>
              <DocumentInput
                inputDocument={inputDocument}
                box={box}
                shownLine={shownLine}
                isDisabled={isBusy}
                onChange={change}
              />
              <Button
                variant={planned?.response ? 'secondary' : 'primary'}
                icon={<FileCode />}
                loading={plan.isPending}
                disabled={inputDocument.text.trim() === ''}
                onClick={() => makePlan()}
                className="self-start"
              >
                Plan
              </Button>
            </div>
          </Card>
        </div>
        <div ref={result} aria-live="polite">
          {planned ? (
            <PlanResult
              planned={planned}
              mayChange={mayChange}
              isApplying={apply.isPending}
              isUndoing={undo.isPending}
              onLine={goToLine}
              onApply={applyPlan}
              onUndo={undoApply}
            />
          ) : null}
        </div>
      </div>
    </main>
  );
}

/** The faults of a document in an error; null when the error is about something else. */
function faultsOf(error: unknown): DocumentFault[] | null {
  if (!(error instanceof ApiError) || error.status !== 422 || error.problems.length === 0) return null;
  return documentFaults(error.problems);
}

/** Selects a line of a text area, from 1, and scrolls it into view. Lines must not wrap. */
function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n');
  const before = lines.slice(0, line - 1);
  const start = before.reduce((sum, each) => sum + each.length + 1, 0);
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
  area.scrollTop = Math.max(0, (line - 4) * (area.scrollHeight / lines.length));
  area.scrollIntoView({ block: 'nearest' });
}
