import type { Engine } from './engine.ts';
import { cutFrames, frameOf, queryFrame, typeOf } from './postgresFrames.ts';

/** OID of pg_advisory_unlock_all(): a call by it needs no name that a client could have hidden, and no plan. */
const unlockAll = Buffer.from([0, 0, 0x0b, 0x4c, 0, 0, 0, 0, 0, 0]);
/**
 * DISCARD ALL without DISCARD PLANS, which would plan every check of a foreign key again and changes nothing that a
 * client can see. PGlite has no login that SET SESSION AUTHORIZATION DEFAULT could return to, so its user is named; that
 * resets the role too.
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
/** Settings that the engine reports each time that the user is set, changed or not. */
const alwaysReported = /^(?:session_authorization|is_superuser)\0/;

/**
 * Gives the engine's only session the state of a new one: settings, role, temporary tables, cursors, prepared
 * statements, advisory locks and channels that a client left are gone. To be called outside a transaction. Returns the
 * ParameterStatus frames by which the client learns that reported settings changed back. Throws when the engine refuses:
 * then nobody may use the session any more.
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
