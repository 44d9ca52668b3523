import { directionOf, type Locale } from '@coffer/contract'
import { escapeMarkup } from '../../lib/markup.ts'
import { translate } from '../../lib/translate.ts'
import { RECORDS } from './records.service.ts'

interface ReadmeInput {
  app: string
  name: string
  language: Locale
  createdAt: number
}

const STYLE = `body{max-width:42rem;margin:3rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif;color-scheme:light dark}
dt{font-family:ui-monospace,monospace;font-size:.875rem;margin-top:.75rem}dd{margin:0}`

/** Renders the HTML page that explains the folders and files of the export. */
export function renderReadme({ app, name, language, createdAt }: ReadmeInput): string {
  const t: (
    ...args: Parameters<typeof translate> extends [Locale, ...infer R] ? R : never
  ) => string = (key, values) => escapeMarkup(translate(language, key, values))
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const entry = (path: string, text: string) => `<dt>${path}</dt><dd>${text}</dd>`
  const title = t('archive.readme.title', { name, app })
  return `<!doctype html>
<html lang="${escapeMarkup(language)}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${STYLE}</style></head>
<body>
<h1>${title}</h1>
<p>${t('archive.readme.text', { date: date.format(createdAt) })}</p>
<dl>
${entry('files/', t('archive.readme.files'))}
${entry('trash/', t('archive.readme.trash'))}
${entry('invoices/', t('archive.readme.invoices'))}
${RECORDS.map(record => entry(`data/${record}.json`, t(`archive.readme.${record}`))).join('\n')}
</dl>
<h2>${t('archive.readme.without')}</h2>
<p>${t('archive.readme.without_text')}</p>
</body>
</html>
`
}
