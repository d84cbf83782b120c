import type { ClickHouse } from '#storage/clickhouse.ts';
import type { CallTracing } from './callTracing.ts';

/** The same store, whose statements are part of the traces of calls. */
export function tracedClickHouse(clickhouse: ClickHouse, tracing: CallTracing): ClickHouse {
  const traced = async <T>(text: string, work: () => Promise<T>): Promise<T> => {
    const end = tracing.startStatement('clickhouse', text);
    try {
      const result = await work();
      end();
      return result;
    } catch (error) {
      end(error);
      throw error;
    }
  };
  return {
    ...clickhouse,
    query: <T>(...args: Parameters<ClickHouse['query']>) => traced(args[0], () => clickhouse.query<T>(...args)),
    insertRows: (...args) => traced(`INSERT INTO ${args[0]}`, () => clickhouse.insertRows(...args)),
    async *stream<T>(...args: Parameters<ClickHouse['stream']>) {
      const end = tracing.startStatement('clickhouse', args[0]);
      try {
        yield* clickhouse.stream<T>(...args);
        end();
      } catch (error) {
        end(error);
        throw error;
      }
    },
  };
}
