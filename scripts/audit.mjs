// Compares the packages of the product with known vulnerabilities, which the registry knows: `npm run audit`. Ends with
// code 1 if one is high or critical, and with code 0 if the registry cannot say; with --required, that is code 2.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Severities that fail the audit. */
const failing = new Set(['high', 'critical']);

/**
 * Reads the output of `npm audit --json`: the packages with vulnerabilities that fail the audit and the number of others,
 * or why the registry could not say. Throws on anything else.
 */
export function auditOutcome(output) {
  const report = JSON.parse(output);
  if (report.vulnerabilities === undefined) return { type: 'unknown', reason: String(report.message ?? report.error) };
  const found = Object.values(report.vulnerabilities);
  const describe = ({ name, severity, via }) => {
    const titles = via.flatMap((each) => (typeof each === 'string' ? [] : [`${each.title} (${each.url})`]));
    return `${name}: ${severity}${titles.length > 0 ? `: ${titles.join('; ')}` : ''}`;
  };
  const fatal = found.filter(({ severity }) => failing.has(severity));
  return { type: 'known', fatal: fatal.map(describe), others: found.length - fatal.length };
}

function main(args) {
  const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
  if (error) throw error;
  const outcome = auditOutcome(stdout);
  if (outcome.type === 'unknown') {
    console.error(`Not checked: the registry has no answer about vulnerabilities (${outcome.reason}).`);
    console.error(
      'Set the registry of npm to one that answers npm audit, or give the SBOM of the release to a scanner.',
    );
    return args.includes('--required') ? 2 : 0;
  }
  for (const line of outcome.fatal) console.error(line);
  console.log(`High or critical vulnerabilities: ${outcome.fatal.length}, others: ${outcome.others}`);
  return outcome.fatal.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
