import type { TargetingTestResponse } from '#api/targeting/targetingContract.ts';
import { dimensionGroups } from '#model/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Pill, type PillTone } from '../../ui/Pill.tsx';

type Verdict = TargetingTestResponse['dimensions'][number];

const verdictLabels: Record<Verdict['verdict'], { text: string; tone: PillTone }> = {
  pass: { text: 'Passes', tone: 'good' },
  fail: { text: 'Fails', tone: 'bad' },
  any: { text: 'Any', tone: 'neutral' },
};

/**
 * The verdict of each dimension of a targeting on a request: targeted dimensions first, then the others that the
 * request declares.
 */
export function TestVerdicts({ response: { passes, dimensions } }: { response: TargetingTestResponse }) {
  const evaluated = dimensions.filter(({ verdict }) => verdict !== 'any');
  const failing = evaluated.filter(({ verdict }) => verdict === 'fail');
  const others = dimensions.filter(({ verdict, seen }) => verdict === 'any' && seen !== '');
  return (
    <div className="flex flex-col gap-4">
      <div aria-live="polite">
        <Banner tone={passes ? 'good' : 'bad'} title={passes ? 'The request passes.' : 'The request does not pass.'}>
          {passes
            ? evaluated.length === 0
              ? 'The targeting has no restrictions.'
              : 'It matches every dimension.'
            : `Excluded by ${failing.map(({ label }) => label.toLowerCase()).join(', ')}.`}
        </Banner>
      </div>
      {evaluated.length > 0 ? <Verdicts label="Restricted dimensions" verdicts={evaluated} /> : null}
      {others.length > 0 ? <Verdicts label="Other request values" verdicts={others} /> : null}
      <p className="text-xs text-muted">
        If a request has no country, its IP address determines it:{' '}
        <a
          href="https://db-ip.com"
          target="_blank"
          rel="noopener noreferrer"
          className="text-accent-ink underline underline-offset-2"
        >
          IP Geolocation by DB-IP
        </a>
      </p>
    </div>
  );
}

function Verdicts({ label, verdicts }: { label: string; verdicts: readonly Verdict[] }) {
  return (
    <table className="w-full table-fixed rounded-lg border text-sm">
      <caption className="mb-1.5 text-left text-sm font-medium">{label}</caption>
      <thead>
        <tr className="border-b bg-sunken text-left text-xs text-muted [&>th]:px-3 [&>th]:py-1.5 [&>th]:font-medium">
          <th scope="col">Dimension</th>
          <th scope="col">Request value</th>
          <th scope="col" className="w-24">
            Verdict
          </th>
        </tr>
      </thead>
      <tbody className="[&>tr:last-child]:border-b-0">
        {verdicts.map(({ dimension, label: name, group, verdict, seen }) => (
          <tr key={dimension} className="border-b align-top [&>*]:px-3 [&>*]:py-1.5">
            <th scope="row" title={dimensionGroups[group].label} className="text-left font-normal">
              {name}
            </th>
            <td className="break-words">{seen === '' ? <span className="text-muted">nothing</span> : seen}</td>
            <td>
              <Pill tone={verdictLabels[verdict].tone}>{verdictLabels[verdict].text}</Pill>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
