import { readEnvironment } from '../../config.ts';
import { InvalidSettings, type SettingFault } from '../../invalidSettings.ts';
import { createScrubber } from '#runtime/log/createScrubber.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { productVersion } from '#runtime/productVersion.ts';
import { readRoleFaults } from '../../processes/readStartSettings.ts';
import { readStartArguments, type MainRole } from '../../processes/startArguments.ts';
import type { Operation } from '../operations.ts';
import { checkFolder } from './checkFolder.ts';
import { secretsOfStart } from './checkInstallation.ts';
import { checksOf } from './checksOf.ts';
import { fault, passed, unchecked, warning, type Finding } from './finding.ts';

/**
 * `doctor [serving] [api] [worker] [--json]`: checks an installation by its settings, before its first start or while it
 * runs, for the roles that a start with the same arguments has, and prints each result, faults and warnings with their
 * fix. `--json` prints an array of findings. The exit code is 1 if there is a fault. Changes nothing but objects of its
 * own, which it removes.
 */
export const doctor: Operation = async (args, env) => {
  if (args.some((each) => each === '--help' || each === '-h')) {
    process.stdout.write(help);
    return 0;
  }
  const { roles } = readStartArguments(args.filter((each) => each !== '--json'));
  const findings = await examine(env, roles);
  process.stdout.write(args.includes('--json') ? `${JSON.stringify(findings, null, 2)}\n` : asText(findings, roles));
  return findings.some(({ state }) => state === 'fault') ? 1 : 0;
};

const help = `Usage: npm run doctor -- [serving] [api] [worker] [--json]

Checks an installation by its settings, before its first start or while it runs, for the roles that npm start with
the same arguments has. Without roles, it checks for all. Run it on every machine, as the user of the product.

  --json   Prints the findings as a JSON array of {check, state, detail, fix}.
  --help   Prints this.

Each line begins with its state: ok, not checked with the cause, warning (the product works, but not as it should) or
FAULT. Warnings and faults have a fix. Exit code: 1 if there is a fault or an unknown argument, otherwise 0.
`;

/** All findings for an environment and roles, without its passwords. */
async function examine(env: NodeJS.ProcessEnv, roles: readonly MainRole[]): Promise<Finding[]> {
  const { settings, faults, unset } = readUsable(env);
  const ofSettings = [
    ...faults.map(({ setting, message }) =>
      fault('settings', `${setting}: ${message}`, `Correct ${setting}; docs/operations.md describes it.`),
    ),
    ...readRoleFaults(env, settings, roles)
      .filter(({ setting }) => !unset.has(setting))
      .map(({ setting, message, fix, isRefused }) =>
        (isRefused ? fault : warning)('settings', `${setting}: ${message}`, fix),
      ),
  ];
  if (ofSettings.length === 0) ofSettings.push(passed('settings', 'all are valid and work together'));
  const secrets = secretsOfStart(settings);
  const made = await Promise.all(
    checksOf(env, settings, roles, secrets?.secret ?? null)
      .filter(({ settings: used, isNeeded }) => isNeeded || used.some((name) => unset.has(name)))
      .map(async ({ check, settings: used, make }) => {
        const invalid = used.filter((name) => unset.has(name));
        if (invalid.length > 0) return [unchecked(check, `correct ${invalid.join(' and ')} first`)];
        return make().catch((error: unknown) => [unchecked(check, `the check failed: ${errorText(error)}`)]);
      }),
  );
  const scrub = createScrubber([...secretsOf(settings), ...(secrets === null ? [] : [secrets.secret])]);
  const version = passed('version', `Bidhouse ${productVersion()} on Node.js ${process.versions.node}`);
  return [version, ...ofSettings, ...checkFolder(settings.DATA_DIR), ...made.flat()].map((each) => ({
    ...each,
    detail: scrub(each.detail),
  }));
}

type Settings = ReturnType<typeof readEnvironment>;

/** The settings without those that are invalid, their faults, and the names of the ones that were left unset for it. */
function readUsable(env: NodeJS.ProcessEnv): { settings: Settings; faults: SettingFault[]; unset: Set<string> } {
  const faults: SettingFault[] = [];
  const unset = new Set<string>();
  const usable = { ...env };
  for (;;) {
    try {
      return { settings: readEnvironment(usable, { isDemo: false }), faults, unset };
    } catch (error) {
      const names = error instanceof InvalidSettings ? error.faults.flatMap(({ involved }) => involved) : [];
      if (!(error instanceof InvalidSettings) || names.every((name) => unset.has(name))) throw error;
      faults.push(...error.faults);
      for (const name of names) {
        unset.add(name);
        delete usable[name];
      }
    }
  }
}

const marks = { ok: 'ok         ', unchecked: 'not checked', warning: 'warning    ', fault: 'FAULT      ' };

function asText(findings: readonly Finding[], roles: readonly MainRole[]): string {
  const lines = findings.map((each) => {
    const line = `${marks[each.state]}  ${each.check}: ${each.detail.replaceAll('\n', '\n             ')}`;
    return 'fix' in each ? `${line}\n             Fix: ${each.fix}` : line;
  });
  const count = (state: Finding['state']) => findings.filter((each) => each.state === state).length;
  const counted = (state: 'warning' | 'fault') => `${count(state)} ${state}${count(state) === 1 ? '' : 's'}`;
  return `Roles checked: ${roles.join(', ')}\n\n${lines.join('\n')}\n\n${count('ok')} ok, ${count('unchecked')} not checked, ${counted('warning')}, ${counted('fault')}\n`;
}
