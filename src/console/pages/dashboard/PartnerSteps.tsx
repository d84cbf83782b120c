import { Suspense } from 'react';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { useLatch } from '../../lib/useLatch.ts';
import { Card } from '../../ui/Card.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { partnerStepsSummary, partnerStepText } from './partnerStepTexts.ts';
import { StepLine } from './StepLine.tsx';
import { usePartnerSteps } from './useFirstSteps.ts';

const AdsTxtLines = lazyChunk(() => import('../../structures/AdsTxtLines.tsx'), 'AdsTxtLines');

/**
 * The steps of a sub-publisher or an advertiser to its first ad, and for a publisher what it needs for its part: ad tags
 * and ads.txt lines. Nothing for partners whose ads run.
 */
export function PartnerSteps() {
  const { accountName, type } = useUser();
  const account = accountName ?? 'your account manager';
  const { data } = usePartnerSteps();
  // It stays to the end of the visit, so that the last step is seen done.
  const isShown = useLatch(data?.steps.some(({ isDone }) => !isDone) ?? false);
  if (!isShown || !data) return null;
  const { steps, channels } = data;
  return (
    <Card title="Next steps" description={partnerStepsSummary(steps)} padding="none">
      <ol aria-label="Next steps" className="divide-y">
        {steps.map((step) => (
          <StepLine key={step.step} isDone={step.isDone} {...partnerStepText(step, account)} />
        ))}
      </ol>
      {type === 'sub' ? (
        <div className="flex flex-col gap-4 border-t p-4">
          {channels.map(({ id, name, tagUrl }) => (
            <CodeBlock key={id} titled wrap code={tagUrl} label={`ad tag of ${name}`} />
          ))}
          <Suspense fallback={null}>
            <AdsTxtLines
              read={(api, signal) => api.get('/api/demand/info/adsTxt', { signal })}
              queryKey={['profile', 'adsTxt']}
              lister={account}
            />
          </Suspense>
        </div>
      ) : null}
    </Card>
  );
}
