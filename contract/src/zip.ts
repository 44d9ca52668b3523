import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ItemRef } from './items.ts'
import { FolderRef, Id } from './resource.ts'

/** FILES-22: folders are written `id|folder` and files `id|file`, with commas between them. */
const WrittenItems = z
  .string()
  .max(500_000)
  .transform((text, context) => {
    const refs = text.split(',').map(written => {
      const [id, type, ...more] = written.split('|')
      return more.length === 0 ? ItemRef.safeParse({ id, type }).data : undefined
    })
    const known = refs.filter(ref => ref !== undefined)
    if (known.length === refs.length) return known
    context.addIssue({ code: 'custom', message: 'validation.invalid' })
    return z.NEVER
  })

const ZIP_ITEMS_MAX = 10_000
const Items = z
  .union([WrittenItems, z.array(ItemRef)])
  .refine(refs => refs.length > 0 && refs.length <= ZIP_ITEMS_MAX, 'validation.invalid')

const Except = z
  .string()
  .max(50_000)
  .transform(text => (text === '' ? [] : text.split(',')))
  .pipe(z.array(Id).max(1000))

/** What goes into the archive, told in one of three ways; the last that is given counts. */
const ZipQuery = z.object({
  items: Items.optional(),
  /** Everything in a folder, or at home with `all`, but for the exceptions. */
  select_all_in: FolderRef.optional(),
  except: Except.optional(),
  /** A list that was kept before, being too long for an address. */
  selection: Id.optional(),
})
export type ZipQuery = z.output<typeof ZipQuery>

/** Stored, with a known length; ranges, conditional requests and HEAD are answered. */
export const downloadZip = endpoint({
  method: 'GET',
  path: '/api/zip',
  access: 'user',
  summary: 'Files and folders as one archive.',
  query: ZipQuery,
})

export const postZip = endpoint({
  method: 'POST',
  path: '/api/zip',
  access: 'user',
  summary: 'The same for lists that are too long for an address; they may come in the body.',
  query: ZipQuery,
  body: ZipQuery,
})

export const keepZipSelection = endpoint({
  method: 'POST',
  path: '/api/zip/selections',
  access: 'user',
  summary: 'Keeps a long list for a day, so that its archive has an address to be continued from.',
  body: z.object({ items: Items }),
  response: z.object({ data: z.object({ id: Id, type: z.literal('zip_selection') }) }),
  status: 201,
})
