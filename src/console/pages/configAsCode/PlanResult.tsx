import { Check, Undo2 } from 'lucide-react';
import type { ConfigResponse } from '#api/configAsCode/configContract.ts';
import { formatCount } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import type { DocumentFault } from './documentFaults.ts';
import { FaultTable } from './FaultTable.tsx';
import { countsOf } from './planLines.ts';
import { PlanTable } from './PlanTable.tsx';

/** The result for a document: its plan, or the applied changes. */
export interface Planned {
  /** Null when the document could not be parsed. */
  response: ConfigResponse | null;
  faults: readonly DocumentFault[];
  step: 'planned' | 'plannedAgain' | 'applied' | 'undone';
}

interface PlanResultProps {
  planned: Planned;
  /** Whether the user may change anything of the account. */
  mayChange: boolean;
  isApplying: boolean;
  isUndoing: boolean;
  onLine: (line: number) => void;
  onApply: (response: ConfigResponse) => void;
  onUndo: (response: ConfigResponse) => void;
}

/** The faults of a document, its changes, and the next action. */
export function PlanResult({ planned, mayChange, isApplying, isUndoing, onLine, onApply, onUndo }: PlanResultProps) {
  const { response, faults, step } = planned;
  const changes = response?.changes ?? [];
  const canApply =
    response !== null && faults.length === 0 && changes.length > 0 && (step === 'planned' || step === 'plannedAgain');
  return (
    <div className="flex flex-col gap-4">
      {step === 'plannedAgain' ? (
        <Banner tone="warn" title="The account has changed since the plan.">
          Nothing was applied. This is what the document would change now.
        </Banner>
      ) : null}
      {response && step === 'applied' ? (
        <Banner
          tone="good"
          title={`Applied: ${changesIn(changes.length)}.`}
          action={
            response.batch === null ? null : (
              <Button size="sm" icon={<Undo2 />} loading={isUndoing} onClick={() => onUndo(response)}>
                Undo
              </Button>
            )
          }
        />
      ) : null}
      {step === 'undone' ? <Banner title="Undone.">The account is as it was before.</Banner> : null}
      {faults.length > 0 ? (
        <Card
          title={faults.length === 1 ? '1 error' : `${formatCount(faults.length)} errors`}
          description="Fix every error before you apply the document."
          padding="none"
        >
          <FaultTable faults={faults} onLine={onLine} />
        </Card>
      ) : null}
      {response && changes.length === 0 && faults.length === 0 ? (
        <Banner title="Nothing to change.">The account already matches the document.</Banner>
      ) : null}
      {response && changes.length > 0 ? (
        <Card
          title={step === 'applied' || step === 'undone' ? 'Changes' : 'Plan'}
          description={countsOf(changes)}
          padding="none"
          actions={
            canApply && mayChange ? (
              <Button variant="primary" icon={<Check />} loading={isApplying} onClick={() => onApply(response)}>
                Apply
              </Button>
            ) : canApply ? (
              <span className="text-xs text-muted">Your role can plan changes but not apply them.</span>
            ) : null
          }
        >
          <PlanTable changes={changes} />
        </Card>
      ) : null}
    </div>
  );
}

function changesIn(count: number): string {
  return count === 1 ? '1 change' : `${formatCount(count)} changes`;
}
