import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { FirstStep } from '#api/dashboard/dashboardContract.ts';
import { mayDo, type RightsHolder } from '#model/index.ts';
import type { Mode } from '../../frame/navigation/modes.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { firstStepTexts, stepLinkOf } from './firstStepTexts.ts';
import { useFirstSteps } from './useFirstSteps.ts';

/** The steps from an empty account to its first counted ad: what is done, and where to do the rest. */
export function FirstSteps({ user, mode }: { user: RightsHolder; mode: Mode }) {
  const query = useFirstSteps(mode);
  const steps = query.data?.steps;
  return (
    <Card
      title="First steps"
      description={
        steps?.every(({ isDone }) => isDone)
          ? 'The first ad was served and counted.'
          : 'No ad was counted in the last 30 days. Complete these steps to get started.'
      }
      padding="none"
    >
      {steps ? (
        <ol aria-label="First steps" className="divide-y">
          {steps.map((step) => (
            <Step key={step.step} step={step} steps={steps} mode={mode} user={user} />
          ))}
        </ol>
      ) : query.error ? (
        <LoadError title="The first steps could not be loaded" query={query} />
      ) : (
        <div className="flex flex-col gap-2 p-4" aria-busy>
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      )}
    </Card>
  );
}

function Step({
  step,
  steps,
  mode,
  user,
}: {
  step: FirstStep;
  steps: readonly FirstStep[];
  mode: Mode;
  user: RightsHolder;
}) {
  const { label, text } = firstStepTexts[mode][step.step] ?? { label: step.step, text: '' };
  const link = stepLinkOf(step, { mode, steps, mayDo: (entity, action) => mayDo(user, entity, action) });
  const Icon = step.isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-baseline gap-2 px-4 py-2 text-sm">
      <Icon
        role="img"
        aria-label={step.isDone ? 'Done' : 'To do'}
        className={`size-4 shrink-0 self-center ${step.isDone ? 'text-good' : 'text-muted'}`}
      />
      {link ? (
        <Link {...link} className="cell-link shrink-0 font-medium">
          {label}
        </Link>
      ) : (
        <span className="shrink-0 font-medium">{label}</span>
      )}
      <span className="min-w-0 text-muted">{text}</span>
    </li>
  );
}
