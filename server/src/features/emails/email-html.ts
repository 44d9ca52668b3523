import { directionOf } from '@coffer/contract'
import type { AccentTheme } from '@coffer/contract/accent-color'
import { escapeMarkup } from '../../lib/markup.ts'
import type { Block, EmailContent, FileColumns, FileRow } from './email.ts'

const lines = (text: string): string => escapeMarkup(text).replace(/\r?\n/g, '<br>')

/**
 * Email clients support little CSS and some remove style sheets, so light colours are inline styles
 * and the style sheet only adds dark mode. The colours are those of `web/src/ui/tokens.css`.
 */
const FONT = "font-family:Geist,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const MONO = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace'
/** Lets long names and addresses wrap anywhere on narrow screens. */
const WORD_BREAK = 'word-break:break-word;overflow-wrap:anywhere'
const BODY = `${FONT};font-size:15px;line-height:1.55;color:#1b1f23;${WORD_BREAK}`
const SMALL = `${FONT};font-size:13px;line-height:1.5;color:#63696f;${WORD_BREAK}`
const CELL = `${SMALL};padding:10px 0;border-top:1px solid #e4e1da;vertical-align:top`

const darkStyles = ({ accent, ink }: AccentTheme['dark']): string => `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#121517!important}
.card{background:#191d20!important;border-color:#262b2f!important}
.ink{color:#e9ebea!important}
.soft{color:#8d9599!important}
.line{border-color:#262b2f!important}
.quote{border-color:${accent}!important;color:#b3babd!important}
.button{background:${accent}!important}
.button a{color:${ink}!important}
}`

const paragraph = (style: string, name: string, content: string): string =>
  `<p class="${name}" style="margin:0 0 16px;${style}">${content}</p>`

/** A table cell with a background renders as a button in every email client. */
const button = (
  { label, url }: Extract<Block, { kind: 'button' }>,
  { accent, ink }: AccentTheme['light'],
): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">
<tr><td class="button" bgcolor="${accent}" style="background:${accent};border-radius:9px">
<a href="${escapeMarkup(url)}" style="display:inline-block;padding:11px 20px;${FONT};font-size:15px;font-weight:600;line-height:1.3;color:${ink};text-decoration:none;${WORD_BREAK}">${escapeMarkup(label)}</a>
</td></tr></table>`

const facts = ({ facts: all }: Extract<Block, { kind: 'facts' }>): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">
${all
  .map(
    ([label, value]) =>
      `<tr><td class="soft line" width="40%" style="${CELL};padding-right:12px">${escapeMarkup(label)}</td>
<td class="ink line" style="${CELL};color:#1b1f23">${escapeMarkup(value)}</td></tr>`,
  )
  .join('\n')}
</table>`

const fileRow = (head: FileColumns, { name, size, hash }: FileRow): string =>
  `<tr><td class="ink line" style="${CELL};color:#1b1f23">${escapeMarkup(name)}${
    hash === null
      ? ''
      : `<br><span class="soft" style="color:#63696f;font-size:11px">${escapeMarkup(head.hash)}</span>
<span class="soft" style="${MONO};font-size:11px;color:#63696f;word-break:break-all">${escapeMarkup(hash)}</span>`
  }</td>
<td class="soft line" align="right" style="${CELL};padding-left:12px;white-space:nowrap">${escapeMarkup(size)}</td></tr>`

const files = ({ head, files: all }: Extract<Block, { kind: 'files' }>): string =>
  `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">
<tr><th class="soft" align="left" scope="col" style="${SMALL};padding:0 0 8px;font-weight:600">${escapeMarkup(head.name)}</th>
<th class="soft" align="right" scope="col" style="${SMALL};padding:0 0 8px;font-weight:600">${escapeMarkup(head.size)}</th></tr>
${all.map(file => fileRow(head, file)).join('\n')}
</table>`

function htmlOf(block: Block, light: AccentTheme['light']): string {
  switch (block.kind) {
    case 'text':
      return paragraph(BODY, 'ink', lines(block.text))
    case 'small':
      return paragraph(SMALL, 'soft', lines(block.text))
    case 'quote':
      return `<blockquote class="quote" style="margin:0 0 20px;padding:2px 0 2px 14px;border-left:3px solid ${light.accent};${BODY};color:#4a5056">${lines(block.text)}</blockquote>`
    case 'button':
      return button(block, light)
    case 'facts':
      return facts(block)
    case 'files':
      return files(block)
  }
}

/** Content-ID of the logo, which is part of the email. */
export const LOGO_ID = 'logo'
const LOGO_HEIGHT = 32

/** How the operator's emails look. */
export interface EmailAppearance {
  accent: AccentTheme
  /** Whether a logo with `LOGO_ID` is attached. */
  hasLogo: boolean
}

const logo = `<img src="cid:${LOGO_ID}" height="${LOGO_HEIGHT}" alt="" style="height:${LOGO_HEIGHT}px;width:auto;vertical-align:middle;margin-inline-end:10px;border:0">`

/** Renders the HTML part: one column, with light and dark colours. */
export const renderHtml = (
  { app, language, subject, title, blocks, reason }: EmailContent,
  { accent, hasLogo }: EmailAppearance,
): string =>
  `<!doctype html>
<html lang="${escapeMarkup(language)}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(subject)}</title>
<style>${darkStyles(accent.dark)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f6f5f2;-webkit-text-size-adjust:100%">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f6f5f2" style="background:#f6f5f2">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 4px 14px;${FONT};font-size:15px;font-weight:650;color:#1b1f23">${hasLogo ? logo : ''}${escapeMarkup(app)}</td></tr>
<tr><td class="card" bgcolor="#ffffff" style="background:#ffffff;border:1px solid #e4e1da;border-radius:14px;padding:32px 28px 16px">
<h1 class="ink" style="margin:0 0 16px;${FONT};font-size:21px;font-weight:650;line-height:1.3;color:#1b1f23;${WORD_BREAK}">${escapeMarkup(title)}</h1>
${blocks.map(block => htmlOf(block, accent.light)).join('\n')}
</td></tr>
<tr><td class="soft" style="padding:16px 4px 0;${SMALL}">${lines(reason)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
