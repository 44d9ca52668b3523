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

const MAX_ZIP_ITEMS = 10_000
const Items = z
  .union([WrittenItems, z.array(ItemRef)])
  .refine(refs => refs.length > 0 && refs.length <= MAX_ZIP_ITEMS, 'validation.invalid')

const Except = z
  .string()
  .max(50_000)
  .transform(text => (text === '' ? [] : text.split(',')))
  .pipe(z.array(Id).max(1000))

/** Contents of the archive, given in one of three ways; the last one takes precedence. */
const ZipQuery = z.object({
  items: Items.optional(),
  /** Everything in a folder, or at home with `all`, with exceptions. */
  select_all_in: FolderRef.optional(),
  except: Except.optional(),
  /** A stored list that is too long for a URL. */
  selection: Id.optional(),
})
export type ZipQuery = z.output<typeof ZipQuery>

/** Stored without compression and with a known length; supports ranges, conditional requests and HEAD. */
export const downloadZip = endpoint({
  method: 'GET',
  path: '/api/zip',
  access: 'user',
  summary: 'Downloads files and folders as one ZIP archive.',
  query: ZipQuery,
})

export const postZip = endpoint({
  method: 'POST',
  path: '/api/zip',
  access: 'user',
  summary: 'The same for lists that are too long for a URL; they may come in the body.',
  query: ZipQuery,
  body: ZipQuery,
})

export const saveZipSelection = endpoint({
  method: 'POST',
  path: '/api/zip/selections',
  access: 'user',
  summary: 'Stores a long list for a day, so that the download can be resumed.',
  body: z.object({ items: Items }),
  response: z.object({ data: z.object({ id: Id, type: z.literal('zip_selection') }) }),
  status: 201,
})
