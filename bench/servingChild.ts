import { startServingRole } from '#serving/startServingRole.ts';
import { readConfig } from '../src/config.ts';

// One ad-serving process on its own: without a control plane, it uses its stored snapshot.
await startServingRole(readConfig(process.env, { isDemo: false }), 0);
process.stdout.write('ready\n');
