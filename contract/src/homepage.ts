import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LocaleTag } from './locale-tags.ts'

/** Sections of the homepage that can be switched off, by the setting. */
export const HOMEPAGE_SECTIONS = [
  'section_features',
  'section_feature_boxes',
  'section_pricing_content',
  'section_get_started',
] as const
export type HomepageSection = (typeof HOMEPAGE_SECTIONS)[number]

/** Texts of the homepage, by the setting; `home.<name>` is the default text. */
export const HOMEPAGE_TEXTS = [
  'header_title',
  'header_description',
  'features_title',
  'features_description',
  'feature_title_1',
  'feature_description_1',
  'feature_title_2',
  'feature_description_2',
  'feature_title_3',
  'feature_description_3',
  'pricing_title',
  'pricing_description',
  'get_started_title',
  'get_started_description',
  'footer_content',
] as const
export type HomepageText = (typeof HOMEPAGE_TEXTS)[number]

const MAX_HOMEPAGE_TEXT = 500

/** Plain text in one language. */
export const HomepageTextContent = z
  .string()
  .max(MAX_HOMEPAGE_TEXT, 'validation.long')
  .regex(/^[^\p{Cs}\0]*$/u, 'validation.invalid')

/** Plain text by language; a language without text shows the default. */
export const LocalizedText = z.record(LocaleTag, HomepageTextContent)
export type LocalizedText = z.output<typeof LocalizedText>

export const HomepageTexts = z.object(
  Object.fromEntries(HOMEPAGE_TEXTS.map(name => [name, LocalizedText])) as Record<
    HomepageText,
    typeof LocalizedText
  >,
)
/** Changed texts by language; null removes one, and languages that are absent keep theirs. */
export const HomepageTextsPatch = z.partialRecord(
  z.enum(HOMEPAGE_TEXTS),
  z.record(LocaleTag, HomepageTextContent.nullable()),
)
export type HomepageTextsPatch = z.output<typeof HomepageTextsPatch>

export const HomepageSections = z.object(
  Object.fromEntries(HOMEPAGE_SECTIONS.map(name => [name, z.boolean()])) as Record<
    HomepageSection,
    z.ZodBoolean
  >,
)

export const HomepageSettings = HomepageTexts.extend(HomepageSections.shape)
export type HomepageSettings = z.output<typeof HomepageSettings>

/** The settings that `GET /api/settings` returns; all others are private. */
export const PUBLIC_SETTINGS = ['allow_homepage', ...HOMEPAGE_SECTIONS, ...HOMEPAGE_TEXTS] as const

export const getPublicSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'public',
  summary: 'Returns public settings by name, in the language of the caller; others are left out.',
  query: z.object({
    /** Names, separated by `|`. */
    column: z.string().max(2000),
  }),
  response: z.record(z.string(), z.union([z.string(), z.boolean()])),
})

export const previewHomepage = endpoint({
  method: 'POST',
  path: '/api/admin/homepage/preview',
  access: 'admin',
  summary: 'Returns the homepage as HTML with settings that are not saved yet.',
  body: z.object({
    values: HomepageSettings.partial(),
    locale: LocaleTag,
    theme: z.enum(['light', 'dark']),
  }),
  response: z.object({ html: z.string() }),
})
