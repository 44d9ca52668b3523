import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LocaleTag } from './locale-tags.ts'
import { PLAIN_TEXT } from './names.ts'
import { collection, Id, PageQuery, Paginate } from './resource.ts'

export const Language = z.object({
  id: Id,
  type: z.literal('language'),
  attributes: z.object({
    locale: z.string(),
    name: z.string(),
    direction: z.enum(['ltr', 'rtl']),
    /** Comes with the product: its texts can be changed and reset, and it can't be deleted. */
    is_product: z.boolean(),
    is_default: z.boolean(),
    /** Texts of the language, and how many of them are translated. */
    total: z.int(),
    translated: z.int(),
    /** Texts that were entered here. */
    changed: z.int(),
    /** Texts entered here whose English text has changed since. */
    outdated: z.int(),
    created_at: z.iso.datetime().nullable(),
    updated_at: z.iso.datetime().nullable(),
  }),
})
export type Language = z.infer<typeof Language>

/** Texts by dotted key. */
const Texts = z.record(z.string(), z.string())

export const LanguageName = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .max(100, 'validation.long')
  .regex(PLAIN_TEXT, 'validation.invalid')

const one = z.object({ id: Id })
const languageReply = z.object({ data: Language })

export const listLanguages = endpoint({
  method: 'GET',
  path: '/api/admin/languages',
  access: 'admin',
  summary: 'Lists the languages by name, with how much of each is translated.',
  response: collection(
    Language,
    z.object({
      /** Tag of the default language. */
      current_language: z.string(),
      /** The English texts. */
      reference_translations: Texts,
    }),
  ),
})

export const createLanguage = endpoint({
  method: 'POST',
  path: '/api/admin/languages',
  access: 'admin',
  summary: 'Adds a language; texts without translation are shown in English.',
  body: z.object({ locale: LocaleTag, name: LanguageName }),
  response: languageReply,
  status: 201,
})

export const getLanguage = endpoint({
  method: 'GET',
  path: '/api/admin/languages/:id',
  access: 'admin',
  summary: 'Returns a language with its texts.',
  params: one,
  response: z.object({
    data: Language.extend({
      attributes: Language.shape.attributes.extend({ translations: Texts }),
    }),
  }),
})

/** Also accepts the pair `name` and `value` of one change. */
export const updateLanguage = endpoint({
  method: 'PATCH',
  path: '/api/admin/languages/:id',
  access: 'admin',
  summary: 'Renames a language or makes it the default.',
  params: one,
  body: z.preprocess(
    input => {
      const pair = z.object({ name: z.literal('name'), value: z.unknown() }).safeParse(input)
      return pair.success && pair.data.value !== undefined ? { name: pair.data.value } : input
    },
    z
      .object({ name: LanguageName, is_default: z.literal(true) })
      .partial()
      .refine(body => Object.keys(body).length > 0, 'validation.required'),
  ),
  response: languageReply,
})

export const deleteLanguage = endpoint({
  method: 'DELETE',
  path: '/api/admin/languages/:id',
  access: 'admin',
  summary:
    'Deletes a language with its texts; the default becomes English, and its users get the default.',
  params: one,
  status: 204,
})

/** `changed` was entered here; `outdated` also has another English text since. */
export const STRING_STATES = ['missing', 'changed', 'outdated'] as const
export type StringState = (typeof STRING_STATES)[number]

export const LanguageString = z.object({
  key: z.string(),
  /** The English text. */
  source: z.string(),
  /** The English text when the translation was entered, if it has changed since. */
  previous_source: z.string().nullable(),
  /** The text in this language; null if English is shown. */
  value: z.string().nullable(),
  /** The text that comes with the product, which a reset restores; null without one. */
  product_value: z.string().nullable(),
  is_changed: z.boolean(),
  /** Plural form, for a message with a count. */
  form: z.string().nullable(),
  /** Numbers of the plural form, as examples. */
  examples: z.array(z.number()),
  /** Whether the form stands for one number only, so that the text may leave it out. */
  is_exact_form: z.boolean(),
})
export type LanguageString = z.infer<typeof LanguageString>

export const listStrings = endpoint({
  method: 'GET',
  path: '/api/admin/languages/:id/strings',
  access: 'admin',
  summary: 'Lists the texts of a language; `query` is searched in key, English and translation.',
  params: one,
  query: PageQuery.extend({
    state: z.enum(STRING_STATES).optional(),
    query: z.string().trim().max(200).optional(),
  }),
  response: collection(LanguageString, z.object({ paginate: Paginate })),
})

/** Texts by key; null restores the text of the product, or English. */
const Changes = z.record(z.string().max(200), z.string().max(5000).nullable())

/** Also accepts the pair `name` and `value` of one text. */
export const updateStrings = endpoint({
  method: 'PATCH',
  path: '/api/admin/languages/:id/strings',
  access: 'admin',
  summary: 'Changes texts of a language, all or none; null resets one.',
  params: one,
  body: z.preprocess(
    input => {
      const pair = z.object({ name: z.string(), value: z.unknown() }).safeParse(input)
      return pair.success ? { strings: { [pair.data.name]: pair.data.value } } : input
    },
    z.object({
      strings: Changes.refine(
        texts => Object.keys(texts).length > 0 && Object.keys(texts).length <= 5000,
        'validation.invalid',
      ),
    }),
  ),
  response: z.object({ data: Language, meta: z.object({ strings: z.array(LanguageString) }) }),
})

export const STRING_FILES = ['json', 'csv'] as const

export const exportStrings = endpoint({
  method: 'GET',
  path: '/api/admin/languages/:id/export',
  access: 'admin',
  summary:
    'Returns the texts of a language as JSON (text by key) or CSV (key, English text, translation).',
  params: one,
  query: z.object({
    format: z.enum(STRING_FILES).default('json'),
    state: z.enum(STRING_STATES).optional(),
  }),
})

export const MAX_IMPORT_BYTES = 4_000_000

/** A row that can't be imported. */
export const ImportError = z.object({
  /** Line of the CSV row or position of the JSON entry, from 1. */
  row: z.int(),
  key: z.string(),
  message: z.string(),
})
export type ImportError = z.infer<typeof ImportError>

export const importStrings = endpoint({
  method: 'POST',
  path: '/api/admin/languages/:id/import',
  access: 'admin',
  summary:
    'Imports translations from a JSON or CSV file. Nothing is stored while a row has an error, or with `dry_run`.',
  params: one,
  query: z.object({ dry_run: z.stringbool().default(false) }),
  accepts: 'multipart',
  body: z.object({ file: z.custom<Blob>().meta({ type: 'string', format: 'binary' }) }),
  response: z.object({
    data: z.object({
      is_applied: z.boolean(),
      /** Texts that are new or different. */
      changed: z.int(),
      /** Rows without translation, or with the current one. */
      unchanged: z.int(),
      /** The first 200 errors, and the number of all. */
      errors: z.array(ImportError),
      error_count: z.int(),
    }),
  }),
})
