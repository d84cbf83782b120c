import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { type EntityName, mayDo, type RightsHolder } from '#model/index.ts';
import { pageFor } from '../../entities/entityPages.ts';
import type { Mode } from '../../frame/mode.ts';
import { useSharedList } from '../../lib/lists.ts';
import { Card } from '../../ui/Card.tsx';

/** One thing that it takes until figures come. */
interface FirstStep {
  entity: EntityName;
  label: string;
  text: string;
}

/** What it takes in each mode, in the order in which one needs the other. */
const steps: Readonly<Record<Mode, readonly FirstStep[]>> = {
  ssp: [
    { entity: 'subpublisher', label: 'A sub-publisher', text: 'who brings the traffic, and how it is paid' },
    { entity: 'advertiser', label: 'An advertiser', text: 'whose tags compete' },
    { entity: 'tag', label: 'A tag', text: 'where its ads come from, and what they pay' },
    { entity: 'channel', label: 'A channel', text: 'the address that players ask, with tags in its waterfall' },
  ],
  dsp: [
    { entity: 'supplier', label: 'A supplier', text: 'who sends bid requests to its endpoint' },
    { entity: 'advertiser', label: 'An advertiser', text: 'whose campaigns bid' },
    { entity: 'creative', label: 'A creative', text: 'what is shown, once it is approved' },
    { entity: 'campaign', label: 'A campaign', text: 'what it bids, and the days and money that it has' },
  ],
};

/** Of an account without any traffic: what is there already, and the way to what is missing. */
export function FirstSteps({ user, mode }: { user: RightsHolder; mode: Mode }) {
  return (
    <Card
      title="First steps"
      description={
        mode === 'dsp'
          ? 'No bid request has come in the last 30 days. This is what it takes.'
          : 'No request has come in the last 30 days. This is what it takes.'
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
  const page = mayDo(user, entity, 'create') ? pageFor(entity, user.role) : undefined;
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-baseline gap-2 px-4 py-2 text-sm">
      <Icon
        role="img"
        aria-label={isDone ? 'There' : 'To do'}
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
