import type { TranslationKey } from '@coffer/contract'
import { type Html, html } from '../../lib/html.ts'
import { folder, icon } from './icons.ts'
import type { Translate } from './layout.page.ts'

const kind = (name: string, tone: string): Html =>
  html`<span class="kind kind-${tone}">${name}</span>`

interface Row {
  lead: Html
  name: string
  size: string
  tag?: Html
  isSelected?: boolean
}

const tag = (text: Html | string): Html => html`<span class="chip">${text}</span>`

const fileRow = ({ lead, name, size, tag: chip, isSelected }: Row): Html =>
  html`<div class="file${isSelected ? ' is-selected' : ''}"><span class="lead-icon">${lead}</span><span class="file-name">${name}</span>${chip}<span class="file-size">${size}</span></div>`

/** The file manager in front of the harbour, and a shared link. Decorative. */
export function windowDrawing(t: Translate): Html {
  const rows: Row[] = [
    { lead: folder('#0e8f7c'), name: t('public.art_invoices'), size: '128' },
    { lead: folder('#c8782f'), name: t('public.art_harbour'), size: '34', tag: tag('4') },
    {
      lead: folder('#6c7a89'),
      name: t('public.art_contracts'),
      size: '9',
      tag: tag(icon('link', 12)),
    },
    {
      lead: html`<span class="photo"></span>`,
      name: 'harbour-at-dusk.jpg',
      size: '4.2 MB',
      tag: tag(html`${icon('link', 12)} ${t('shell.shared')}`),
      isSelected: true,
    },
    { lead: kind('PDF', 'red'), name: 'lease-agreement.pdf', size: '812 KB' },
    { lead: kind('MP4', 'violet'), name: 'drone-north-pier.mp4', size: '1.8 GB' },
    { lead: kind('XLS', 'green'), name: 'budget-q4.xlsx', size: '240 KB', tag: tag('v7') },
  ]
  return html`<div class="scene" aria-hidden="true"><div class="window">
  <div class="window-head"><span>${t('places.files')} / <b>${t('public.art_projects')}</b></span>
    <span class="fake-search">${icon('search', 14)}</span><span class="fake-button">+ ${t('public.art_new')}</span></div>
  ${rows.map(fileRow)}
</div>
<div class="link-card"><div class="link-head"><span class="round">${icon('link', 16)}</span><span><b>${t('public.art_shared')}</b><small>${t('public.art_password')}</small></span></div>
  ${fact(t('public.art_ends'), '18:00')}${fact(t('public.art_visits'), '12')}
</div></div>`
}

const fact = (name: string, value: string): Html =>
  html`<div class="fact"><span>${name}</span><b>${value}</b></div>`

const card = (content: Html): Html =>
  html`<div class="box" aria-hidden="true"><div class="card">${content}</div></div>`

export const uploadDrawing = (t: Translate): Html =>
  card(html`<div class="card-head">${icon('upload', 15)}<b>${t('public.art_uploading')}</b></div>
<div class="bar"><i style="width:42%"></i></div>
<div class="line">${kind('MP4', 'violet')}<span><b>drone-south-pier.mp4</b><small>612 MB / 1.4 GB · 48 MB/s</small></span></div>
<div class="line">${kind('ZIP', 'grey')}<span><b>survey-2026.zip</b><small class="good">${icon('check', 12)} ${t('public.art_resumed')}</small></span></div>`)

const switchLine = (
  t: Translate,
  title: TranslationKey,
  text: TranslationKey,
  isOn: boolean,
): Html =>
  html`<div class="line"><span><b>${t(title)}</b><small>${t(text)}</small></span><i class="switch${isOn ? ' is-on' : ''}"></i></div>`

export const linkDrawing = (t: Translate): Html =>
  card(html`${switchLine(t, 'public.art_password_title', 'public.art_password_text', true)}
${switchLine(t, 'public.art_expires_title', 'public.art_expires_text', true)}
${switchLine(t, 'public.art_upload_title', 'public.art_upload_text', false)}`)

export const requestDrawing = (t: Translate): Html =>
  card(html`<div class="card-head"><b>${t('public.art_papers')}</b><small>2 / 3</small></div>
<div class="bar"><i style="width:66%"></i></div>
<div class="line"><span class="tick">${icon('check', 12)}</span><b>${t('public.art_passport')}</b></div>
<div class="line"><span class="tick">${icon('check', 12)}</span><b>${t('public.art_payslips')}</b></div>
<div class="line"><span class="open"></span><b>${t('public.art_statement')}</b><small>${t('public.art_waiting')}</small></div>`)
