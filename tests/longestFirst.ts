import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest test files, longest first. A new checkout only knows file sizes, by which these would run last. */
const longest = [
  'tests/system/serving/buying/budgets.test.ts',
  'tests/e2e/console/everyPage.test.ts',
  'tests/e2e/playback.test.ts',
  'tests/e2e/console/formStates.test.ts',
  'tests/system/events/sharedHits.test.ts',
  'tests/system/product/backup.test.ts',
  'tests/component/diagnosis/why.test.ts',
  'tests/system/product/reload.test.ts',
  'tests/e2e/players.test.ts',
  'tests/system/processes/exactlyOnce.test.ts',
  'tests/component/frame.test.ts',
  'tests/system/operations/doctor.test.ts',
  'tests/system/api/access/tenancy.test.ts',
  'tests/e2e/console/states.test.ts',
  'tests/system/product/roles.test.ts',
  'tests/component/session/profile.test.ts',
  'tests/system/events/upgrade.test.ts',
  'tests/system/product/rotateSecret.test.ts',
  'tests/system/operations/backupNodes.test.ts',
  'tests/e2e/console/accountStates.test.ts',
  'tests/system/api/reports/exports.test.ts',
  'tests/component/session/sessionEdgeCases.test.ts',
  'tests/e2e/adtagVideo.test.ts',
  'tests/component/supply/waterfall.test.ts',
];

/** The files that take longest come first. */
const projects = ['product', 'unit', 'console'];

/** Starts with the longest files, so that at the end no process runs one for a minute while the others are idle. */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((path) => moduleId.endsWith(`/${path}`));
      return place === -1 ? longest.length : place;
    };
    return sorted.toSorted(
      (a, b) => projects.indexOf(a.project.name) - projects.indexOf(b.project.name) || rank(a) - rank(b),
    );
  }
}
