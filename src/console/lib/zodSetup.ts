import { z } from 'zod';

// zod probes `new Function`, which a strict content security policy reports. Imported first, before any schema module.
z.config({ jitless: true });
