import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { type EntityName, mayDo, type RightsHolder } from '#model/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import type { Mode } from '../../frame/navigation/modes.ts';
import { useSharedList } from '../../lib/lists.ts';
import { Card } from '../../ui/Card.tsx';

/** One setup step before traffic can flow. */
interface FirstStep {
  entity: EntityName;
  label: string;
  text: string;
}

/** The setup steps of each mode, in order of dependency. */
const steps: Readonly<Record<Mode, readonly FirstStep[]>> = {
  ssp: [
    { entity: 'subpublisher', label: 'Add a sub-publisher', text: 'Supplies the traffic. Set how it is paid.' },
    { entity: 'advertiser', label: 'Add an advertiser', text: 'Owns the tags that compete for traffic.' },
    { entity: 'tag', label: 'Add a tag', text: 'Set where its ads come from and what they pay.' },
    {
      entity: 'channel',
      label: 'Add a channel',
      text: 'The ad endpoint that players call. Add tags to its waterfall.',
    },
  ],
  dsp: [
    { entity: 'supplier', label: 'Add a supplier', text: 'Sends bid requests to its endpoint.' },
    { entity: 'advertiser', label: 'Add an advertiser', text: 'Owns the campaigns that bid.' },
    { entity: 'creative', label: 'Add a creative', text: 'The ad to show. It must be approved first.' },
    { entity: 'campaign', label: 'Add a campaign', text: 'Set what it bids, its flight and its budget.' },
  ],
};

/** The setup steps of an account without traffic: those that are done, and links to those that are missing. */
export function FirstSteps({ user, mode }: { user: RightsHolder; mode: Mode }) {
  return (
    <Card
      title="First steps"
      description={
        mode === 'dsp'
          ? 'No bid requests in the last 30 days. Complete these steps to get started.'
          : 'No requests in the last 30 days. Complete these steps to get started.'
      }
      padding="none"
    >
      <ol aria-label="First steps" className="divide-y">
        {steps[mode].map((step) => (
          <Step key={step.entity} step={step} user={user} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ step: { entity, label, text }, user }: { step: FirstStep; user: RightsHolder }) {
  const { data } = useSharedList(entity, mayDo(user, entity, 'read'));
  const isDone = (data?.length ?? 0) > 0;
  const page = mayDo(user, entity, 'create') ? pageFor(entity, user) : undefined;
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-baseline gap-2 px-4 py-2 text-sm">
      <Icon
        role="img"
        aria-label={isDone ? 'Done' : 'To do'}
        className={`size-4 shrink-0 self-center ${isDone ? 'text-good' : 'text-muted'}`}
      />
      {page ? (
        <Link to={page} search={isDone ? {} : { open: 'new' }} className="cell-link shrink-0 font-medium">
          {label}
        </Link>
      ) : (
        <span className="shrink-0 font-medium">{label}</span>
      )}
      <span className="min-w-0 text-muted">{text}</span>
    </li>
  );
}
