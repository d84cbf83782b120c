import { writeVarint } from '../record/varint.ts';

/** A column of a block in ClickHouse's Native format. Rows that have no value get the default of its type. */
export interface Column {
  /** ClickHouse type in the block. */
  readonly type: string;
  /** Bytes of a row without those of its texts. */
  readonly rowBytes: number;
  /** Sets the value of a row, in ascending order of rows. Returns the bytes of its texts. */
  set(row: number, value: unknown): number;
  /** The values of so many rows as bytes. The column must not be used afterwards. */
  pieces(rows: number): Uint8Array[];
}

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Rows for which a column has space at first, and the factor by which space grows: most parts are small. */
const initialRows = 1024;
const growth = 4;

/** Creates a column of a type; null for types that facts do not have. All platforms of Node are little-endian, as is the format. */
export function columnOfType(type: string): Column | null {
  if (type === 'UInt8') return countColumn(type, (length) => new Uint8Array(length));
  if (type === 'UInt16') return countColumn(type, (length) => new Uint16Array(length));
  if (type === 'UInt32') return countColumn(type, (length) => new Uint32Array(length));
  if (type === 'Int64' || type === 'UInt64' || type.startsWith('DateTime64')) return longColumn(type);
  if (type === 'Nullable(UInt32)') return nullableColumn(type);
  if (type === 'String') return textColumn();
  if (type === 'LowCardinality(String)') return wordColumn(type);
  return type === 'Map(LowCardinality(String), String)' ? mapColumn() : null;
}

function countColumn<T extends Numbers>(type: string, create: (length: number) => T): Column {
  let values = create(initialRows);
  const reserve = (rows: number) => {
    if (rows <= values.length) return;
    const larger = create(Math.max(rows, values.length * growth));
    larger.set(values);
    values = larger;
  };
  return {
    type,
    rowBytes: values.BYTES_PER_ELEMENT,
    set(row, value) {
      reserve(row + 1);
      values[row] = value as number;
      return 0;
    },
    pieces(rows) {
      reserve(rows);
      return [new Uint8Array(values.buffer, 0, rows * values.BYTES_PER_ELEMENT)];
    },
  };
}

/** 64-bit integers as pairs of words: safe integers and, for values beyond them, bigints. */
function longColumn(type: string): Column {
  const words = countColumn(type, (length) => new Uint32Array(length));
  const wordRange = 2 ** 32;
  return {
    type,
    rowBytes: 8,
    set(row, value) {
      const isBig = typeof value === 'bigint';
      // Storing keeps the lowest 32 bits, also of negative numbers.
      words.set(row * 2, isBig ? Number(value & 0xffff_ffffn) : value);
      return words.set(row * 2 + 1, isBig ? Number(value >> 32n) : Math.floor((value as number) / wordRange));
    },
    pieces: (rows) => words.pieces(rows * 2),
  };
}

/** Nulls (1 = null), then values. */
function nullableColumn(type: string): Column {
  const values = countColumn(type, (length) => new Uint32Array(length));
  const present = countColumn(type, (length) => new Uint8Array(length));
  return {
    type,
    rowBytes: 5,
    set(row, value) {
      present.set(row, 1);
      return values.set(row, value);
    },
    pieces: (rows) => [...present.pieces(rows).map((flags) => flags.map((flag) => 1 - flag)), ...values.pieces(rows)],
  };
}

/** Texts, each after its length in bytes. An empty text is a zero. */
function textColumn(): Column {
  let bytes = Buffer.allocUnsafe(initialRows * 16);
  let used = 0;
  let rowsUsed = 0;
  const reserve = (more: number) => {
    if (used + more <= bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(used + more, bytes.length * growth));
    bytes.copy(larger, 0, 0, used);
    bytes = larger;
  };
  /** Gives the rows before `row` that have no text an empty one. */
  const skipTo = (row: number) => {
    reserve(row - rowsUsed);
    bytes.fill(0, used, used + row - rowsUsed);
    used += row - rowsUsed;
    rowsUsed = row;
  };
  return {
    type: 'String',
    rowBytes: 1,
    set(row, value) {
      const text = value as string;
      if (row > rowsUsed) skipTo(row);
      // One byte for the length if no character can make it larger.
      const lengthBytes = text.length * 3 < 128 ? 1 : 8;
      reserve(lengthBytes + text.length * 3);
      const start = lengthBytes === 1 ? used + 1 : writeVarint(bytes, used, Buffer.byteLength(text));
      const length = bytes.write(text, start);
      if (lengthBytes === 1) bytes[used] = length;
      used = start + length;
      rowsUsed = row + 1;
      return length;
    },
    pieces(rows) {
      skipTo(rows);
      return [bytes.subarray(0, used)];
    },
  };
}

/** Version of the encoding of dictionaries, and its flags: numbers of 32 bits, and a dictionary in the block. */
const dictionaryVersion = 1n;
const dictionaryFlags = 2n | (1n << 9n) | (1n << 10n);

/** A dictionary whose first word is empty, and the number of each row's word in it. */
function wordColumn(type: string): Column {
  const numbers = countColumn(type, (length) => new Uint32Array(length));
  const words = textColumn();
  const numberOf = new Map<string, number>([['', 0]]);
  words.set(0, '');
  return {
    type,
    rowBytes: 4,
    set(row, value) {
      const word = value as string;
      const known = numberOf.get(word);
      const number = known ?? numberOf.size;
      numbers.set(row, number);
      if (known !== undefined) return 0;
      numberOf.set(word, number);
      return words.set(number, word);
    },
    pieces: (rows) => [
      bytesOf([dictionaryVersion, dictionaryFlags, BigInt(numberOf.size)]),
      ...words.pieces(numberOf.size),
      bytesOf([BigInt(rows)]),
      ...numbers.pieces(rows),
    ],
  };
}

/** The ends of the rows' entries, then all names and all values. */
function mapColumn(): Column {
  const counts = countColumn('UInt8', (length) => new Uint8Array(length));
  const names = textColumn();
  const values = textColumn();
  let entries = 0;
  return {
    type: 'Map(String, String)',
    rowBytes: 8,
    set(row, value) {
      const pairs = Object.entries(value as Readonly<Record<string, string>>);
      counts.set(row, pairs.length);
      let length = 0;
      for (const [name, text] of pairs) {
        length += names.set(entries, name) + values.set(entries, text) + 2;
        entries += 1;
      }
      return length;
    },
    pieces(rows) {
      const ends = longColumn('UInt64');
      let end = 0;
      for (const bytes of counts.pieces(rows))
        for (const [row, count] of bytes.entries()) ends.set(row, (end += count));
      return [...ends.pieces(rows), ...names.pieces(entries), ...values.pieces(entries)];
    },
  };
}

function bytesOf(numbers: readonly bigint[]): Uint8Array {
  return new Uint8Array(BigUint64Array.from(numbers).buffer);
}
