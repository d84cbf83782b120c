import type { Engine } from './engine.ts';
import { cutFrames, frameOf, queryFrame, typeOf } from './postgresFrames.ts';

/** OID of pg_advisory_unlock_all(): a call by OID needs no name that a client could have shadowed, and no plan. */
const unlockAll = Buffer.from([0, 0, 0x0b, 0x4c, 0, 0, 0, 0, 0, 0]);
/**
 * DISCARD ALL without DISCARD PLANS, which would plan every foreign key check again and changes nothing visible to a
 * client. PGlite has no login that SET SESSION AUTHORIZATION DEFAULT could return to, so its user is named; that resets
 * the role too.
 */
const reset = Buffer.concat([
  queryFrame(
    [
      'RESET ALL',
      'SET SESSION AUTHORIZATION postgres',
      'CLOSE ALL',
      'DEALLOCATE ALL',
      'UNLISTEN *',
      'DISCARD TEMP',
      'DISCARD SEQUENCES',
    ].join('; '),
  ),
  frameOf('F', unlockAll),
]);
/** Settings that the engine reports each time the user is set, changed or not. */
const alwaysReported = /^(?:session_authorization|is_superuser)\0/;

/**
 * Resets the engine's only session to the state of a new one: settings, role, temporary tables, cursors, prepared
 * statements, advisory locks and channels of the client are gone. Must be called outside a transaction. Returns the
 * ParameterStatus frames that report reset settings to the client. Throws when the engine fails: then the session must
 * not be used any more.
 */
export async function resetSession(engine: Engine): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await engine.exec(reset, (chunk) => chunks.push(Buffer.from(chunk)));
  const { frames } = cutFrames(Buffer.concat(chunks), false);
  const fault = frames.find((frame) => typeOf(frame) === 'E');
  if (fault) throw new Error(`The session could not be reset: ${fault.toString('utf8', 5).replaceAll('\0', ' ')}`);
  return Buffer.concat(
    frames.filter((frame) => typeOf(frame) === 'S' && !alwaysReported.test(frame.toString('latin1', 5))),
  );
}
