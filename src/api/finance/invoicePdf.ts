import { createRequire } from 'node:module';
import Pdfkit from 'pdfkit';
import { daysOf, type InvoiceDocument, type InvoiceLine } from '#model/finance/index.ts';
import { nanosFromUsd, type Usd } from '#model/index.ts';
import { readEastAsianFonts } from './eastAsianFonts.ts';
import { createTextWriter, type TextStyle, type TextWriter } from './textWriter.ts';

const require = createRequire(import.meta.url);

/** Fonts for most alphabets; those of East Asian letters are loaded separately. */
const fonts = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

const ink = '#18181b';
const muted = '#5f5f68';
const line = '#d4d4d8';

/** The page in points: A4, with text that also fits on US Letter. */
const sheet = { width: 595.28, height: 841.89, margin: 56, bottom: 72 };
const right = sheet.width - sheet.margin;
const lowest = sheet.height - sheet.bottom;

/** The columns of lines: x position and width, in points. */
const columns = {
  text: { x: sheet.margin, width: 218 },
  quantity: { x: sheet.margin + 226, width: 82 },
  price: { x: sheet.margin + 316, width: 94 },
  amount: { x: right - 78, width: 78 },
};

type Pdf = PDFKit.PDFDocument;

/** An invoice or credit note as a PDF. */
export async function invoicePdf(invoice: InvoiceDocument): Promise<Buffer> {
  const title = `${invoice.kind === 'credit' ? 'Credit note' : 'Invoice'} ${invoice.number}`;
  const pdf = new Pdfkit({
    size: [sheet.width, sheet.height],
    margins: { top: sheet.margin, left: sheet.margin, right: sheet.margin, bottom: 0 },
    bufferPages: true,
    lang: 'en',
    info: { Title: title, Author: invoice.issuer.name, CreationDate: new Date(`${invoice.issuedOn}T00:00:00Z`) },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const { issuer, customer, lines, adjustments } = invoice;
  const eastAsian = await readEastAsianFonts([
    ...[issuer.name, issuer.address, issuer.taxId, issuer.bank],
    ...[customer.name, customer.companyName, customer.companyAddress],
    ...[...lines, ...adjustments].map(({ text }) => text),
  ]);
  for (const [name, font] of eastAsian.fonts) pdf.registerFont(name, Buffer.from(font));
  const texts = createTextWriter(pdf, eastAsian);
  writeHead(pdf, texts, invoice);
  writeLines(pdf, texts, invoice);
  writeTotals(pdf, invoice);
  writeFoot(pdf, texts, invoice);
  numberPages(pdf, title);
  pdf.end();
  return finished;
}

function writeHead(pdf: Pdf, texts: TextWriter, invoice: InvoiceDocument): void {
  const { issuer, customer } = invoice;
  const half = 232;
  pdf.font('bold').fontSize(20).fillColor(ink);
  pdf.text(invoice.kind === 'credit' ? 'Credit note' : 'Invoice', sheet.margin, sheet.margin, { width: half });
  const name: TextStyle = { weight: 'bold', size: 9.5, color: ink, width: half };
  const details: TextStyle = { weight: 'regular', size: 8.5, color: muted, width: half, lineGap: 1.5 };
  texts.write(issuer.name, right - half, sheet.margin + 4, { ...name, align: 'right' });
  const issuerLines = [issuer.address, issuer.taxId === '' ? '' : `Tax ID ${issuer.taxId}`].filter(Boolean).join('\n');
  texts.write(issuerLines, right - half, pdf.y + 2, { ...details, align: 'right' });
  const below = Math.max(pdf.y, sheet.margin + 70) + 22;

  pdf
    .font('regular')
    .fontSize(7.5)
    .fillColor(muted)
    .text('BILL TO', sheet.margin, below, { width: half, characterSpacing: 0.6 });
  texts.write(customer.companyName || customer.name, sheet.margin, pdf.y + 3, { ...name, size: 10 });
  const account = customer.companyName && customer.companyName !== customer.name ? `Account ${customer.name}` : '';
  const customerLines = [customer.companyAddress, account].filter(Boolean).join('\n');
  if (customerLines !== '') texts.write(customerLines, sheet.margin, pdf.y + 2, details);
  const customerEnd = pdf.y;

  const { from, to } = daysOf(invoice.month);
  const facts: [string, string][] = [
    [invoice.kind === 'credit' ? 'Credit note no.' : 'Invoice no.', invoice.number],
    ...(invoice.corrects === '' ? [] : [['For invoice', invoice.corrects] as [string, string]]),
    ['Issue date', invoice.issuedOn],
    ['Period (UTC)', `${from} – ${to}`],
    ...(invoice.kind === 'credit' ? [] : [['Due date', invoice.dueOn] as [string, string]]),
    ['Currency', 'USD'],
  ];
  let y = below;
  for (const [label, value] of facts) {
    pdf
      .font('regular')
      .fontSize(8.5)
      .fillColor(muted)
      .text(label, right - half + 20, y, { width: 80 });
    pdf.font(label.endsWith(' no.') || label === 'Due date' ? 'bold' : 'regular').fillColor(ink);
    pdf.text(value, right - half + 100, y, { width: half - 100, align: 'right' });
    y = pdf.y + 4;
  }
  pdf.y = Math.max(customerEnd, y) + 26;
}

function writeLines(pdf: Pdf, texts: TextWriter, { lines, adjustments, subtotal }: InvoiceDocument): void {
  writeHeadings(pdf);
  for (const each of lines) writeLine(pdf, texts, each);
  if (adjustments.length === 0) return;
  writeSum(pdf, 'Subtotal', subtotal, false);
  makeRoom(pdf, 40);
  pdf
    .font('bold')
    .fontSize(8.5)
    .fillColor(ink)
    .text('Adjustments', sheet.margin, pdf.y + 6, { width: 300 });
  pdf.y += 4;
  for (const each of adjustments) writeLine(pdf, texts, each);
}

function writeHeadings(pdf: Pdf): void {
  const y = pdf.y;
  pdf.font('regular').fontSize(7.5).fillColor(muted);
  const put = (text: string, { x, width }: { x: number; width: number }, align: 'left' | 'right') =>
    pdf.text(text, x, y, { width, align });
  put('Description', columns.text, 'left');
  put('Quantity', columns.quantity, 'right');
  put('Unit price', columns.price, 'right');
  put('Amount', columns.amount, 'right');
  rule(pdf, pdf.y + 4, ink);
  pdf.y += 10;
}

/** Writes one line; its text wraps, and a new page repeats the headings. */
function writeLine(pdf: Pdf, texts: TextWriter, { text, quantity, price, amount }: InvoiceLine): void {
  const style: TextStyle = { weight: 'regular', size: 8.5, color: ink, width: columns.text.width, lineGap: 1.5 };
  const textHeight = texts.heightOf(text, style);
  pdf.font('regular').fontSize(8.5);
  const height = Math.max(textHeight, pdf.heightOfString(price, { width: columns.price.width, lineGap: 1.5 }));
  if (makeRoom(pdf, height + 10)) writeHeadings(pdf);
  const y = pdf.y;
  texts.write(text, columns.text.x, y, style);
  pdf.font('regular').fontSize(8.5).fillColor(muted);
  pdf.text(quantity, columns.quantity.x, y, { width: columns.quantity.width, align: 'right' });
  pdf.text(price, columns.price.x, y, { width: columns.price.width, align: 'right', lineGap: 1.5 });
  pdf.fillColor(ink).text(dollars(amount), columns.amount.x, y, { width: columns.amount.width, align: 'right' });
  rule(pdf, y + height + 4, line);
  pdf.y = y + height + 10;
}

function writeTotals(pdf: Pdf, { net, tax, total, issuer, kind }: InvoiceDocument): void {
  makeRoom(pdf, 80);
  pdf.y += 4;
  if (issuer.taxRate !== null) {
    writeSum(pdf, 'Total before tax', net, false);
    writeSum(pdf, `Tax (${issuer.taxRate}%)`, tax, false);
  }
  rule(pdf, pdf.y, ink, columns.price.x - 40);
  pdf.y += 7;
  writeSum(pdf, kind === 'credit' ? 'Total credited' : 'Total due', total, true);
}

function writeSum(pdf: Pdf, label: string, amount: Usd, isBold: boolean): void {
  makeRoom(pdf, 22);
  const y = pdf.y;
  pdf.font(isBold ? 'bold' : 'regular').fontSize(isBold ? 11 : 8.5);
  pdf.fillColor(isBold ? ink : muted).text(label, columns.price.x - 40, y, { width: 130 });
  pdf.fillColor(ink).text(`${isBold ? 'USD ' : ''}${dollars(amount)}`, right - 150, y, { width: 150, align: 'right' });
  pdf.y = y + (isBold ? 20 : 15);
}

function writeFoot(pdf: Pdf, texts: TextWriter, { issuer, kind, dueOn, number }: InvoiceDocument): void {
  if (kind === 'credit' || issuer.bank === '') return;
  const style: TextStyle = { weight: 'regular', size: 8.5, color: muted, width: 300, lineGap: 1.5 };
  makeRoom(pdf, texts.heightOf(issuer.bank, style) + 50);
  pdf.y += 18;
  pdf.font('bold').fontSize(8.5).fillColor(ink).text('Payment details', sheet.margin, pdf.y, { width: 300 });
  pdf.font('regular').fillColor(muted);
  pdf.text(`Due by ${dueOn}. Payment reference: ${number}`, sheet.margin, pdf.y + 3, { width: 300 });
  texts.write(issuer.bank, sheet.margin, pdf.y + 3, style);
}

function numberPages(pdf: Pdf, title: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index);
    const y = sheet.height - 44;
    pdf.font('regular').fontSize(7.5).fillColor(muted);
    pdf.text(title, sheet.margin, y, { width: 300, lineBreak: false });
    pdf.text(`Page ${index - start + 1} of ${count}`, right - 150, y, { width: 150, align: 'right', lineBreak: false });
  }
}

/** Starts a new page when the height does not fit. Returns whether it did. */
function makeRoom(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= lowest) return false;
  pdf.addPage();
  pdf.y = sheet.margin;
  return true;
}

function rule(pdf: Pdf, y: number, color: string, from = sheet.margin): void {
  pdf.moveTo(from, y).lineTo(right, y).lineWidth(0.5).strokeColor(color).stroke();
}

/** Formats an amount of whole cents for readers: −1,234.50. */
function dollars(usd: Usd): string {
  const nanos = nanosFromUsd(usd);
  const cents = (nanos < 0n ? -nanos : nanos) / 10_000_000n;
  const integerPart = (cents / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',');
  return `${nanos < 0n ? '−' : ''}${integerPart}.${(cents % 100n).toString().padStart(2, '0')}`;
}
