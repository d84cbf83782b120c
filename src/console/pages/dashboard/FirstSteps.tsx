import type { FirstStep } from '#api/dashboard/dashboardContract.ts';
import { mayDo, type RightsHolder } from '#model/index.ts';
import type { Mode } from '../../frame/navigation/modes.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { firstStepTexts, stepLinkOf } from './firstStepTexts.ts';
import { StepLine } from './StepLine.tsx';
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
  return <StepLine isDone={step.isDone} label={label} text={text} link={link} />;
}
