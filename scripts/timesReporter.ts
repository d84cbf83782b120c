import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** How many of the slowest files are listed. */
const namedFiles = 10;

/** Prints the total time of the files of each part, and the slowest files: tests and hooks, without imports. */
export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(9);
    const parts = new Map<string, { ms: number; files: number; tests: number }>();
    for (const module of modules) {
      const name = partOf(module);
      const part = parts.get(name) ?? { ms: 0, files: 0, tests: 0 };
      part.ms += module.diagnostic().duration;
      part.files += 1;
      part.tests += [...module.children.allTests()].length;
      parts.set(name, part);
    }
    const slowest = modules.toSorted((a, b) => b.diagnostic().duration - a.diagnostic().duration).slice(0, namedFiles);
    const lines = [
      'Time of each part, its files one after the other:',
      ...[...parts].map(([name, part]) => `${seconds(part.ms)}  ${name}: ${part.tests} tests in ${part.files} files`),
      `The ${slowest.length} slowest files:`,
      ...slowest.map((module) => `${seconds(module.diagnostic().duration)}  ${relative('.', module.moduleId)}`),
    ];
    console.log(`\n${lines.join('\n')}\n`);
  }
}

/** The project of a file, or its folder if the project has several. */
function partOf({ project, moduleId }: TestModule): string {
  return /\/(tests\/(?:system|component|e2e))\//.exec(moduleId)?.[1] ?? project.name;
}
