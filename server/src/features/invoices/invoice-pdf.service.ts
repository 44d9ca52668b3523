import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { UserActor } from '../../actor.ts'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import type { Deps } from '../../deps.ts'
import { attemptRemoval } from '../../files/attempt-removal.ts'
import { readPrintedLogo } from '../logos/index.ts'
import { readSettings } from '../settings/index.ts'
import * as pdfs from './invoice-pdf.repository.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { findInvoice, updateInvoice } from './invoices.repository.ts'
import { readSnapshot } from './invoices.rules.ts'
import { requireVisibleInvoice } from './invoices.service.ts'

export type PdfDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'media' | 'log' | 'now' | 'newId'>

/** Creates the PDF of an invoice from its snapshot, once; it never changes afterwards. */
export async function createPdf(deps: PdfDeps, id: string): Promise<void> {
  const invoice = await findInvoice(deps.db, id)
  if (!invoice || invoice.pdf_hash !== null) return
  await storePdf(deps, invoice)
}

/** Invoices are printed on white, so logos for a dark background are not considered. */
const readHeadingLogo = async (deps: PdfDeps): Promise<Uint8Array | null> =>
  readPrintedLogo(deps, await readSettings(deps.db), ['app_logo_horizontal', 'app_logo'])

async function storePdf(deps: PdfDeps, invoice: InvoiceRow) {
  const { transact, blobs, log, now, newId } = deps
  const content = await invoicePdf({ snapshot: readSnapshot(invoice) }, await readHeadingLogo(deps))
  const hash = createHash('sha256').update(content).digest('hex')
  const key = newId()
  const store = await blobs.put(key, content)
  const isNew = await transact(async tx => {
    const pdf = {
      key,
      store,
      bytes: content.length,
      crc32: crc32(content),
      hash,
      now: now().getTime(),
    }
    if (!(await pdfs.insertPdf(tx, invoice.id, pdf))) return false
    await updateInvoice(tx, invoice.id, { pdf_hash: hash })
    return true
  })
  // Another process stored the PDF first.
  if (!isNew) await attemptRemoval(log, blobs.remove(key))
}

/** Reads the PDF of an invoice; creates it if its job has not run yet. */
export async function readPdfOf(deps: PdfDeps, id: string): Promise<Uint8Array> {
  await createPdf(deps, id)
  const pdf = await pdfs.findPdf(deps.db, id)
  if (!pdf) throw new Error(`invoice ${id} has no PDF`)
  return deps.blobs.readWhole(pdf.storage_key, { start: 0, end: pdf.size_bytes - 1 })
}

/** @throws AppError `invoice.not_found`, also for those of other users */
export async function readPdf(
  deps: PdfDeps,
  actor: UserActor,
  id: string,
): Promise<{ label: string; pdf: Buffer }> {
  const { label } = await requireVisibleInvoice(deps.db, actor, id)
  return { label, pdf: Buffer.from(await readPdfOf(deps, id)) }
}
