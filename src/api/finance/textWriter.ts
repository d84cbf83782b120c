import { eastAsian, type EastAsianFonts } from './eastAsianFonts.ts';

/** The style of a text. */
export interface TextStyle {
  weight: 'regular' | 'bold';
  /** In points. */
  size: number;
  color: string;
  width: number;
  align?: 'left' | 'right';
  lineGap?: number;
}

/** Writes texts in any script into a PDF. */
export interface TextWriter {
  /** Writes a text that wraps, its upper left corner at a point; moves the document's y below it. */
  write(text: string, x: number, y: number, style: TextStyle): void;
  /** The height that the wrapped text would have, in points. */
  heightOf(text: string, style: TextStyle): number;
}

/** Width of the outline drawn around East Asian letters, whose fonts are thin, as a fraction of the font size. */
const outlines = { regular: 0.03, bold: 0.065 } as const;

/** Height above the baseline as a fraction of the font size, as in the fonts for all other letters. */
const ascent = 0.928;

/** Punctuation that cannot begin a line. */
const closing = /^[、。，．：；！？）」』】〉》〕］｝ー々]/u;

/** Creates a writer for a document with the fonts `regular`, `bold`, and the East Asian ones by name. */
export function createTextWriter(pdf: PDFKit.PDFDocument, { fontOf }: EastAsianFonts): TextWriter {
  const choose = (part: string, { weight, size }: TextStyle) =>
    pdf.font(fontOf(firstOf(part)) ?? weight).fontSize(size);
  const widthOf = (part: string, style: TextStyle) => choose(part, style).widthOfString(part);
  const lineHeight = ({ weight, size, lineGap = 0 }: TextStyle) =>
    pdf.font(weight).fontSize(size).currentLineHeight(true) + lineGap;

  /** The lines of a text, each split into parts of one font. */
  const linesOf = (text: string, style: TextStyle): string[][] =>
    text.split('\n').flatMap((paragraph) => {
      const lines: string[][] = [[]];
      let left = style.width;
      for (const part of partsOf(paragraph)) {
        const width = widthOf(part, style);
        const isBroken = width > left && (lines.at(-1)?.length ?? 0) > 0 && !closing.test(part);
        if (isBroken) {
          lines.push([]);
          left = style.width;
          if (part.trim() === '') continue;
        }
        lines.at(-1)?.push(part);
        left -= width;
      }
      return lines;
    });

  return {
    write(text, x, y, style) {
      const { width, align = 'left', weight, size, color, lineGap = 0 } = style;
      if (!eastAsian.test(text)) {
        pdf.font(weight).fontSize(size).fillColor(color).text(text, x, y, { width, align, lineGap });
        return;
      }
      let top = y;
      for (const parts of linesOf(text, style)) {
        const totalWidth = parts.reduce((sum, part) => sum + widthOf(part, style), 0);
        let at = align === 'right' ? x + width - totalWidth : x;
        for (const part of parts) {
          const isEastAsian = fontOf(firstOf(part)) !== undefined;
          choose(part, style).fillColor(color).strokeColor(color);
          pdf.lineWidth(size * outlines[weight]);
          pdf.text(part, at, top + size * ascent, {
            lineBreak: false,
            baseline: 'alphabetic',
            ...(isEastAsian ? { fill: true, stroke: true } : {}),
          });
          at += widthOf(part, style);
        }
        top += lineHeight(style);
      }
      pdf.y = top;
    },
    heightOf(text, style) {
      if (eastAsian.test(text)) return linesOf(text, style).length * lineHeight(style);
      const { width, lineGap = 0 } = style;
      return pdf.font(style.weight).fontSize(style.size).heightOfString(text, { width, lineGap });
    },
  };
}

function firstOf(part: string): string {
  return /^./su.exec(part)?.[0] ?? '';
}

/** Splits a text into single East Asian letters, and words and spaces between them. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let word = '';
  const end = () => {
    if (word !== '') parts.push(word);
    word = '';
  };
  for (const letter of text) {
    if (eastAsian.test(letter) || letter === ' ') {
      end();
      parts.push(letter);
    } else word += letter;
  }
  end();
  return parts;
}
