import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { TestFinding } from '#api/vastTester/vastTesterContract.ts';
import { mayOpen } from '#model/entity/entityPages.ts';
import { HrefLink } from '../../frame/navigation/HrefLink.tsx';
import { useUser } from '../../frame/session.ts';
import { findingFix, type TestedObject } from './findingFix.ts';
import { vastElements } from './vastElements.ts';

/**
 * Findings about a tag, errors first. Each links to where it can be fixed; where nothing of the console was tested, it
 * names the element of VAST.
 */
export function FindingList({ findings, tested }: { findings: readonly TestFinding[]; tested: TestedObject }) {
  if (findings.length === 0) {
    return (
      <p className="flex items-center gap-2 px-4 py-3">
        <CircleCheck aria-hidden className="size-4 text-good" />
        No problems found.
      </p>
    );
  }
  const sorted = findings.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
  return (
    <ul className="divide-y">
      {sorted.map((finding, index) => (
        <li key={index} className="flex items-start gap-2 px-4 py-2">
          {finding.severity === 'error' ? (
            <CircleAlert aria-label="Error" role="img" className="mt-0.5 size-4 shrink-0 text-bad" />
          ) : (
            <TriangleAlert aria-label="Warning" role="img" className="mt-0.5 size-4 shrink-0 text-warn" />
          )}
          <div className="min-w-0 flex-1">
            <p>{finding.message}</p>
            {finding.subject === undefined ? null : (
              <p className="font-mono text-2xs break-all text-muted">{finding.subject}</p>
            )}
          </div>
          <Place finding={finding} tested={tested} />
          {finding.hop === null ? null : <span className="shrink-0 text-xs text-muted">Hop {finding.hop + 1}</span>}
        </li>
      ))}
    </ul>
  );
}

function Place({ finding, tested }: { finding: TestFinding; tested: TestedObject }) {
  const user = useUser();
  const fix = findingFix(finding, tested);
  if (fix && mayOpen(fix, user)) {
    return (
      <HrefLink href={fix.href} className="shrink-0 text-xs text-accent-ink underline underline-offset-2">
        {fix.label}
      </HrefLink>
    );
  }
  const element = vastElements[finding.rule];
  return element === undefined ? null : <code className="shrink-0 text-xs text-muted">{element}</code>;
}
