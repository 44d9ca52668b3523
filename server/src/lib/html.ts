import { escapeMarkup } from './markup.ts'

/** Markup that is safe to insert as it is. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Value = string | number | Html | false | null | undefined | readonly Value[]

const markupOf = (value: Value): string => {
  if (value instanceof Html) return value.markup
  if (Array.isArray(value)) return value.map(markupOf).join('')
  return value === false || value === null || value === undefined ? '' : escapeMarkup(String(value))
}

/** Builds markup; inserted values are escaped unless they are markup themselves. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(markupOf)))
