import { openMetricsOf } from '#processes/metrics/openMetricsOf.ts';
import { startServingRole } from '#serving/startServingRole.ts';
import { readConfig } from '../src/config.ts';
import { installProfiler } from './profiler.ts';

// One ad-serving process on its own: without a control plane, it uses its stored snapshot.
const profileFile = process.env['PROFILE_FILE'];
if (profileFile !== undefined) installProfiler(profileFile);
const config = readConfig(process.env, { isDemo: false });
// METRICS_PORT=1 measures with metrics, which are counted and not served.
const measured = await openMetricsOf(config, 'serving', 0);
const { rehearsed } = await startServingRole(config, 0, { metrics: measured?.metrics ?? null, tracer: null });
await rehearsed;
process.stdout.write('ready\n');
