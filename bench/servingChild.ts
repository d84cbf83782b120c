import { startServingRole } from '#serving/startServingRole.ts';
import { readConfig } from '../src/config.ts';
import { installProfiler } from './profiler.ts';

// One ad-serving process on its own: without a control plane, it uses its stored snapshot.
const profileFile = process.env['PROFILE_FILE'];
if (profileFile !== undefined) installProfiler(profileFile);
const { rehearsed } = await startServingRole(readConfig(process.env, { isDemo: false }), 0);
await rehearsed;
process.stdout.write('ready\n');
